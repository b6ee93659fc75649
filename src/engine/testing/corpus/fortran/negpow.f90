subroutine np(x, n, y)
  real(8) :: x, y
  integer :: n
  logical :: p, q
  p = x > 0 ; q = n > 0
  if (p .eqv. q) y = x**(-n) + 2**(-2) + x**(-3)
  if (p .neqv. q) y = (-2)**3 * x**0.5d0
end subroutine
