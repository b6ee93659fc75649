subroutine trig(z, w)
  complex(8), intent(in) :: z
  complex(8), intent(out) :: w
  complex(4) :: s
  w = sin(z)*cos(z) + tan(z) + sinh(z)/cosh(2*z) - tanh(z) + z**2.5d0 + z**z + (-z)**(-3)
  w = w + sqrt(-z) + sqrt(z) + log(z*z) + merge(z, w, real(z) > 0)
  s = z
  w = w + sqrt(s)*s**3 - s**0.5
end subroutine
