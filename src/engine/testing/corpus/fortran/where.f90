subroutine relu(x, y, n)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  where (x > 1.d0)
    y = x**2
  elsewhere (x < 0.5d0)
    y = 2*x
  elsewhere
    y = sin(x)
  end where
  where (y > 100) y = 100
end subroutine relu
