subroutine mats(a, b, n, s)
  implicit none
  integer, intent(in) :: n
  real(kind=8), intent(in) :: a(n,n), b(n)
  real(kind=8), intent(out) :: s
  real(kind=8) :: c(n,n), d(n)
  c = matmul(transpose(a), a) + spread(b, 2, n)*spread(b, 1, n)
  d = matmul(c, b)
  s = dot_product(d, b) + sum(c(:,1)) + sum(reshape(c, (/n*n/)))
end subroutine mats
