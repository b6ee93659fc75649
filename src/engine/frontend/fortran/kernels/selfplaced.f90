! Arrays of subscripts that are assigned through themselves.
subroutine selfplaced(x, y)
  implicit none
  real(8) :: x(6), y(12)
  integer :: idx(3), k(4), m(2,2), n
  idx = [2,3,1]
  idx(idx) = [3,1,2]
  y(1) = x(1)*(idx(1) + 10*idx(2) + 100*idx(3))
  k = [1,2,3,4]
  k(k(1):k(1)+2) = 4
  y(2) = k(1) + 10*k(2) + 100*k(3) + 1000*k(4)
  k = [2,1,4,3]
  k(k(1):) = k(k(2))
  y(3) = k(1) + 10*k(2) + 100*k(3) + 1000*k(4)
  m = reshape([1,2,2,1], [2,2])
  m(m(1,1), :) = [5,6]
  y(4) = m(1,1) + 10*m(2,1) + 100*m(1,2) + 1000*m(2,2)
  k = [2,3,4,1]
  k(k(k)) = k
  y(5) = k(1) + 10*k(2) + 100*k(3) + 1000*k(4)
  k = [2,3,4,1]
  where (k > 1) k = k(k)
  y(7) = k(1) + 10*k(2) + 100*k(3) + 1000*k(4)
  k = [2,3,4,1]
  k(k(1)) = k(k(2)) + 1
  y(8) = k(1) + 10*k(2) + 100*k(3) + 1000*k(4)
  k = [2,3,4,1]
  where (k(k) > 1) k(k) = k - 1
  y(10) = x(3)*(k(1) + 10*k(2) + 100*k(3) + 1000*k(4))
  idx = [2,3,1]
  idx(idx) = [7,8,9]
  y(9) = x(2)*(idx(1) + 10*idx(2) + 100*idx(3))
end subroutine
