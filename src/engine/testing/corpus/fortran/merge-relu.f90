subroutine relu(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = merge(x, 0.1d0*x, x > 0)
end subroutine
