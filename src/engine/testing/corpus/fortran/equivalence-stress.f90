! A stress tensor in Voigt order and as its named parts share storage.
subroutine mises(n, eps, young, nu, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: eps(6, n), young, nu
  real(8), intent(out) :: s(n)
  real(8) :: sig(6), sx, sy, sz, txy, tyz, tzx, lam, g, tr
  equivalence (sig(1), sx), (sig(2), sy), (sig(3), sz), (sig(4), txy), (sig(5), tyz), (sig(6), tzx)
  integer :: e
  lam = young*nu/((1 + nu)*(1 - 2*nu))
  g = young/(2*(1 + nu))
  do e = 1, n
    tr = eps(1, e) + eps(2, e) + eps(3, e)
    sig(1:3) = lam*tr + 2*g*eps(1:3, e)
    sig(4:6) = g*eps(4:6, e)
    s(e) = sqrt(0.5d0*((sx - sy)**2 + (sy - sz)**2 + (sz - sx)**2) + 3*(txy**2 + tyz**2 + tzx**2))
  end do
end subroutine
