subroutine orbit(s, m, e)
  real(8), intent(inout) :: s(6)
  real(8), intent(in) :: m
  real(8), intent(out) :: e
  associate (x => s(1:3), v => s(4:6), mu => 3.986d0*m)
    e = 0.5d0*dot_product(v, v) - mu/norm2(x)
    v = v - 0.1d0*mu*x/norm2(x)**3
    x = x + 0.1d0*v
  end associate
end subroutine
