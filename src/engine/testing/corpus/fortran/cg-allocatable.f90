subroutine cg(n, a, b, x, tol, maxit, iters)
  implicit none
  integer, intent(in) :: n, maxit
  real(8), intent(in) :: a(n,n), b(n), tol
  real(8), intent(inout) :: x(n)
  integer, intent(out) :: iters
  real(8), allocatable :: r(:), p(:), ap(:)
  real(8) :: rs, rsnew, alpha
  allocate(r(n), p(n), ap(n))
  r = b - matmul(a, x)
  p = r
  rs = dot_product(r, r)
  iters = 0
  do
    if (sqrt(rs) < tol .or. iters >= maxit) exit
    ap = matmul(a, p)
    alpha = rs/dot_product(p, ap)
    x = x + alpha*p
    r = r - alpha*ap
    rsnew = norm2(r)**2
    p = r + (rsnew/rs)*p
    rs = rsnew
    iters = iters + 1
  end do
  deallocate(r, p, ap)
end subroutine
