subroutine dc(x, y, n)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do concurrent (i = 1:n)
    y(i) = x(i)**2 + 1
  end do
  do concurrent (integer :: k = 2:n, mod(k, 2) == 0)
    y(k) = y(k) - x(k-1)
  end do
end subroutine
