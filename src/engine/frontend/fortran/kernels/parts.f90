! The parts of real numbers, and trigonometric functions of degrees.
subroutine parts(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(4) :: small
  y(1:2) = fraction(x(1:2)*100) * scale(x(1:2), -3)
  y(3) = set_exponent(x(4), exponent(x(6)*1d3)) + exponent(0d0)
  y(4) = exponent(x(1)) + exponent(1024d0) + 100*exponent(0.49999999999999994d0) + exponent(-1d-310)
  y(5) = spacing(x(2))*1d16 + rrspacing(x(3))*1d-15 + spacing(0d0)*1d300
  small = real(x(5), 4)
  y(6) = fraction(small) + exponent(small) + spacing(small)*1e7
  y(7) = sind(30*x(1)) + cosd(50*x(2))*tand(x(3))
  y(8) = sind(180d0) + sind(-540d0) + cosd(90d0) + cosd(-270d0)
  y(9) = asind(x(1)/4) + atand(x(4)) + acosd(x(3))
  y(10) = cotan(x(1)) + cotand(x(6)*10)
  y(11) = scale(1d0, 3)*x(1) + scale(x(2), nint(x(4)))
  y(12) = sum(fraction(x))
end subroutine
