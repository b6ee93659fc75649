! Arrays that are allocated, spread, reshaped, shifted and searched.
subroutine rearranged(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8), allocatable :: w(:), m(:, :)
  real(8) :: q(2, 3), v(6)
  integer :: n, k, err, at(1)
  n = size(x)
  allocate (w(0:n + 1), m(n, 2), stat=err)
  y(1) = err
  w = [(k*x(1), k=0, n + 1)]
  m(:, 1) = w(1:n)
  m(:, 2) = x
  y(2) = sum(m*w(3))
  y(3) = maxloc(x, 1) + 10*minloc(x, dim=1) + 100*maxloc(x, 1, x < 2)
  at = minloc(abs(x - 2))
  y(4) = x(at(1))
  q = reshape(x, [2, 3])
  y(5) = q(2, 1)*q(1, 3) - q(1, 2)
  v = reshape(transpose(q), [6])
  y(6) = dot_product(v, x)
  q = reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], (/2, 3/))*q
  y(7) = sum(q(2, :))
  m = spread(x, 2, 2)*spread([2d0, 3d0], 1, n)
  y(8) = m(3, 1) + m(3, 2)
  v = cshift(x, 2)
  y(9) = v(1) + 2*v(6)
  v = cshift(v, -1) + x(6:1:-1)
  y(10) = v(1) + 2*v(6)
  q = cshift(q, 1, 2)
  y(11) = q(1, 3)
  y(12) = sum([(sqrt(x(k)), k=n, 2, -2)]) + maxloc(x(3:2), 1)
  deallocate (w, m)
end subroutine rearranged
