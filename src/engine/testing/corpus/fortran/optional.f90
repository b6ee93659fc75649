module m
contains
subroutine s(n, x, y, w)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), intent(in), optional :: w
  integer :: i
  y = 0
  do i = 1, n
    if (present(w)) then
      y = y + w*x(i)**2
    else
      y = y + x(i)**2
    end if
  end do
end subroutine
subroutine t(n, x, y, z, w)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), w
  real(8), intent(out) :: y, z
  call s(n, x, y)
  call s(n=n, y=z, x=x, w=w)
end subroutine
end module
