! Intrinsics get their arguments by keyword in any order, of numbers, bits, arrays and complex ones.
subroutine keywords(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: m(2, 3)
  complex(8) :: z
  m = reshape(shape=[2, 3], source=x)
  y(1) = mod(p=0.4d0, a=x(1)) + modulo(p=0.3d0, a=-x(2))
  y(2) = sign(b=-x(1), a=x(2))*x(3)
  y(3) = atan2(x=x(1), y=x(2)) + atan(x=x(3), y=x(4)) + atan(x=x(5))
  y(4) = dim(y=x(1), x=x(2)) + hypot(y=x(3), x=x(2)) + max(a2=x(1), a1=x(2))
  y(5) = merge(mask=x(1) > x(2), tsource=x(1), fsource=x(3)) + merge(x(4), mask=x(1) > 2, fsource=x(5))
  y(6) = x(1)*ishft(shift=2, i=3) + x(2)*ibits(len=2, pos=1, i=13) + x(3)*iand(j=6, i=12)
  y(7) = scale(i=2, x=x(1)) + aint(kind=8, a=x(2)*3)*x(3) + real(kind=8, a=x(4))
  y(8) = sum(mask=x > 1, array=x) + sum(cshift(shift=1, array=x)*x) + maxval(mask=x < 2, array=x)
  y(9) = sum(spread(ncopies=2, dim=1, source=x(1:3))*m) + norm2(dim=1, x=x)
  z = cmplx(kind=8, y=x(1), x=x(2))
  z = z*merge(mask=x(1) > 0, fsource=(0d0, 0d0), tsource=z) + dot_product(vector_b=[z, z], vector_a=[2*z, z])
  y(10) = real(z)
  y(11) = aimag(z)
  y(12) = dot_product(vector_b=matmul(matrix_b=x(1:3), matrix_a=m), vector_a=x(5:6))
end subroutine keywords
