! Arrays in constant expressions: made of each other, element by element, and asked for sizes, sums and elements.
module constarrays_tables
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: deg(4) = [10d0, 20d0, 30d0, 40d0]
  real(dp), parameter :: rad(4) = deg*(acos(-1d0)/180), mean = sum(deg)/size(deg)
  integer, parameter :: sizes(*) = (/ 3, 4 /), small = minval(sizes), cells = product(sizes)
  integer, private :: k
  real(dp), parameter :: ramp(0:3) = 0.5_dp*[(real(k, dp), k = 1, 4)] + 1, both(6) = [ramp(1:2), deg]
  real(dp), parameter :: m(2, 2) = transpose(reshape([1d0, 2d0, 3d0, 4d0], [2, 2]))
  integer, parameter :: by_row(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3], order=[2, 1])
  integer, parameter :: fifths(3) = [5, 8, 5]/3, picked(2) = by_row(2, 1:3:2)
  real, parameter :: narrow(2) = [0.1, 0.2]*3
end module constarrays_tables
subroutine constarrays(x, y)
  use constarrays_tables
  implicit none
  real(dp), intent(in) :: x(6)
  real(dp), intent(inout) :: y(12)
  real(dp), parameter :: w(3) = [5.0_dp, 8.0_dp, 5.0_dp]/9, nodes(-1:1) = [-sqrt(0.6_dp), 0.0_dp, sqrt(0.6_dp)]
  real(dp) :: work(sizes(2), small), v(6)
  work = 1
  y(1) = sum(w*x(1:3)) + nodes(1)*x(4) + nodes(-1)
  y(2) = sum(rad*x(1:4)) + mean
  y(3) = sum(work) + cells
  y(4) = sum(ramp*x(2:5)) + ramp(3)
  y(5) = sum(both*x)
  y(6) = m(1, 2) - 10*m(2, 1)*x(1)
  y(7) = by_row(1, 2) + 10*by_row(2, 1)
  y(8) = sum(fifths*x(1:3)) + picked(1) - picked(2)
  y(9) = sum(narrow*x(1:2))
  y(10) = dot_product(cos(rad), x(1:4))
  v = reshape(reshape(x, [2, 3], order=[2, 1]), [6])
  y(11) = v(1) + 2*v(2) + 3*v(3) + 4*v(4)
  y(12) = maxval(deg, mask=deg < 25)*x(6) + count(deg > mean)
end subroutine constarrays
