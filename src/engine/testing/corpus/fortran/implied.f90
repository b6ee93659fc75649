subroutine imp(x, y)
  real(8) :: x(4), y
  integer, parameter :: idx(4) = [(i*i, i=1,4)]
  real(8) :: w(4) = [1.d0, 2.d0, 3.d0, 4.d0]
  y = sum(x*w) + sum([(x(i)*idx(i), i=1,4)])
end subroutine
