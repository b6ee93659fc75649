! dense network with sigmoid layers, packed parameters
function loss(params, x, t, nin, nh, nout) result(l)
  implicit none
  integer, parameter :: wp = kind(1d0)
  integer, value :: nin, nh, nout
  real(wp), intent(in) :: params(*), x(nin), t(nout)
  real(wp) :: l
  real(wp) :: h(nh), o(nout)
  integer :: off
  off = 0
  h = sigmoid(layer(nin, nh, params(1), x))
  off = nin*nh + nh
  o = layer(nh, nout, params(off+1), h)
  o = exp(o - maxval(o)); o = o / sum(o)
  l = -sum(t * log(o))
contains
  elemental function sigmoid(v) result(s)
    real(wp), intent(in) :: v
    real(wp) :: s
    s = 1 / (1 + exp(-v))
  end function
  function layer(m, n, p, v) result(y)
    integer, intent(in) :: m, n
    real(wp), intent(in) :: p(*), v(m)
    real(wp) :: y(n)
    integer :: i, j
    do i = 1, n
      y(i) = p(m*n + i)
      do j = 1, m
        y(i) = y(i) + p((i-1)*m + j) * v(j)
      end do
    end do
  end function
end function
