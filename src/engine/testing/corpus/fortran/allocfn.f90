function trap(n, a) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: a
  real(8) :: s
  real(8), dimension(:), allocatable :: x
  integer :: i
  allocate(x(0:n))
  x = [(a*real(i, 8)/n, i = 0, n)]
  s = 0
  do i = 1, n
    s = s + 0.5d0*(x(i) - x(i-1))*(x(i)**2 + x(i-1)**2)
  end do
end function
