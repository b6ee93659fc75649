function nll(beta, x, y, n, p) result(l)
  implicit none
  integer, intent(in) :: n, p
  real(8), intent(in) :: beta(p), x(n,p), y(n)
  real(8) :: l, eta(n)
  eta = matmul(x, beta)
  l = sum(log(1.d0 + exp(-abs(eta))) + max(eta, 0.d0) - y*eta)
end function nll
