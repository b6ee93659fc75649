elemental real(8) function ncdf(x)
  real(8), intent(in) :: x
  ncdf = 0.5d0*erfc(-x/sqrt(2d0))
end function ncdf
subroutine price(s, k, r, sigma, t, n, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: s, k(n), r, sigma, t
  real(8), intent(out) :: v(n)
  real(8) :: d1(n), d2(n)
  interface
    elemental real(8) function ncdf(x)
      real(8), intent(in) :: x
    end function ncdf
  end interface
  d1 = (log(s/k) + (r + 0.5d0*sigma**2)*t)/(sigma*sqrt(t)); d2 = d1 - sigma*sqrt(t)
  v = s*ncdf(d1) - k*exp(-r*t)*ncdf(d2)
end subroutine price
