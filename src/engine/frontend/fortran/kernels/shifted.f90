! Parts of arrays that move along themselves, where no size is told: forwards, backwards, beside each other.
subroutine shifted(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: w(8), a(3, 6), p(0:9)
  integer :: order(7)
  w(1:6) = x
  w(7:8) = x(1:2)**2
  a = spread(x, 1, 3)
  a(2, :) = 2*a(1, :)
  a(3, :) = x(6:1:-1)
  order = [3, 1, 2, 6, 5, 4, 7]
  p = epsilon(p(0))
  p(0:5) = x + p(9)
  p(6:9) = 1
  call moved(6, 2, w, a, order, p)
  y(1:8) = w + p(0:7)
  y(9:11) = matmul(a, x)
  y(12) = sum(x(order(1:6))*a(2, :)) + p(8)*p(9)
end subroutine

subroutine moved(n, at, w, a, order, p)
  implicit none
  integer :: n, at, more, j, order(*)
  real(8) :: w(*), a(3, *), p(0:*)
  more = at + 1
  ! An insertion, told upwards and downwards, and a removal.
  w(more + 1:n) = w(more:n - 1)*w(more + 1:n) + w(at)
  w(n + 1:more + 1:-1) = w(n:more:-1) + 0.5*w(n + 1:more + 1:-1)
  w(1:n - 2) = 2*w(3:n) - w(1:n - 2)
  p(n:1:-1) = p(n - 1:0:-1) + p(n:1:-1)
  p(0:n - 1) = p(1:n)*p(3:n + 2)
  p(5:4) = p(6:5)
  order(more:n) = order(more + 1:n + 1)
  order(2:n) = order(1:n - 1)
  order(1) = 4
  ! Rows and columns, of which some are others.
  a(1:2, 2:n) = a(1:2, 1:n - 1)*0.5
  a(2, 1:n - 1) = a(2, 2:n)**2 + a(3, 2:n)
  do j = 2, n
    a(1:3, j) = a(1:3, j) + a(1:3, j - 1)
  end do
  a(2:3, n:2:-1) = a(2:3, n - 1:1:-1)*a(2:3, n:2:-1)
end subroutine
