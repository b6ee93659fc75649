subroutine kf(x, P, F, H, Q, R, z)
  implicit none
  real(8), intent(inout) :: x(2), P(2,2)
  real(8), intent(in) :: F(2,2), H(1,2), Q(2,2), R(1,1), z(1)
  real(8) :: S(1,1), K(2,1), I2(2,2)
  I2 = reshape([1.d0, 0.d0, 0.d0, 1.d0], [2, 2])
  x = matmul(F, x)
  P = matmul(matmul(F, P), transpose(F)) + Q
  S = matmul(matmul(H, P), transpose(H)) + R
  K = matmul(P, transpose(H))/S(1,1)
  x = x + matmul(K, z - matmul(H, x))
  P = matmul(I2 - matmul(K, H), P)
end subroutine kf
