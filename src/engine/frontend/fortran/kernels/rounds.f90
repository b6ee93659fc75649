! Lists whose rounds give several items, shifts and boundaries that are arrays.
subroutine rounds(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(8) :: a(3,4), b(3,4)
  integer :: sh(3) = [1, -1, 2], n, i
  y = 0
  call inner(6)
  a = reshape([(x(mod(i,6)+1)*i, i=1,12)], [3,4])
  b = cshift(a, sh, dim=2)
  y(5) = sum(b(:,1)*x(1:3)) + b(2,4)
  b = eoshift(a, shift=[1,0,-1], boundary=x(1:3), dim=2)
  y(6) = b(1,1) + 10*b(2,2) + 100*b(3,1) + 1000*b(1,4)
  b = eoshift(a, -1, x(4)*[1,2,3,4])
  y(7) = sum(b(1,:)) + b(3,2)
  b = cshift(a, [1, 2, 3, 4] - 2)
  y(8) = sum(b(:,3)*[1,2,3]) + b(1,4)
contains
  subroutine inner(n)
    integer, intent(in) :: n
    integer :: k, j
    real(8) :: v(2*n), w(n*(n+1))
    v = [(x(k), 2*x(n+1-k), k = 1, n)]
    y(1) = sum(v(1:n)*x) + v(2)
    y(2) = v(2*n)*v(2*n-1)
    w = [((x(i)*j, sin(x(j)), i = 1, n/2), j = 1, n), (1d0*k, k = 1, n)]
    y(3) = w(1) + 10*w(2) + 100*w(n+3) + w(n*(n+1))
    y(4) = sum([(x(k), k = 1, 3)])
  end subroutine
end subroutine

