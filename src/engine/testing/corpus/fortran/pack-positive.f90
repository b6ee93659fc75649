subroutine positive(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: p(n)
  integer :: m
  m = count(x > 0)
  p(1:m) = pack(x, x > 0)
  s = sum(p(1:m)**2)
end subroutine
