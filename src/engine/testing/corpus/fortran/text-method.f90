subroutine integrate(method, n, y0, y)
  character(len=20), intent(in) :: method
  integer, intent(in) :: n
  real(8), intent(in) :: y0
  real(8), intent(out) :: y
  character(len=80) :: msg
  integer :: i
  y = y0
  do i = 1, n
    if (trim(method) == 'euler') then
      y = y + 0.1d0*y*y
    else if (trim(adjustl(method)) == 'mid') then
      y = y + 0.1d0*(y + 0.05d0*y)**2
    end if
  end do
  write(msg, '(a,i4)') 'steps: ', n
  print *, trim(msg)
end subroutine
