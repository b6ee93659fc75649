subroutine limiter(n, a, b, r, phi)
  implicit none
  integer, intent(in) :: n
  real, intent(in), dimension(n) :: a, b
  real, intent(out), dimension(n) :: r, phi
  where (abs(b) > 1e-6)
    r = a/b
  elsewhere
    r = 0.
  end where
  where (r > 0 .and. r < 1)
    phi = 2*r/(1 + r)
  elsewhere (r >= 1)
    phi = (r*r + r)/(r*r + 1)
  elsewhere
    phi = 0
  endwhere
end subroutine
