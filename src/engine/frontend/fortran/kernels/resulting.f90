! Functions whose ALLOCATABLE results have the shape of what other functions return.
module returning
  implicit none
contains
  function clip(v, lo, hi) result(r)
    real(8), intent(in) :: v(:), lo, hi
    real(8), allocatable :: r(:)
    r = min(max(v, lo), hi)
  end function
  elemental real(8) function act(u)
    real(8), intent(in) :: u
    act = tanh(u)
  end function
  function layer(w, b, x) result(z)
    real(8), intent(in) :: w(:,:), b(:), x(:)
    real(8), allocatable :: z(:)
    z = act(matmul(w, x) + b)
  end function
  function both(w, b, x) result(z)
    real(8), intent(in) :: w(:,:), b(:), x(:)
    real(8), allocatable :: z(:), h(:)
    h = merge(x, 2*x, x > 1)
    z = layer(w, b, h)*sign(1d0, b)
  end function
  function inner(v, k) result(r)
    real(8), intent(in) :: v(:)
    integer, intent(in) :: k
    real(8), allocatable :: r(:)
    allocate(r(k + 1))
    r = v(1) * k
  end function
  function outer(v, k) result(r)
    real(8), intent(in) :: v(:)
    integer, intent(in) :: k
    real(8), allocatable :: r(:)
    r = cshift(inner(v, 2*k), 1) + mod(k, 3_8)
  end function
end module
subroutine resulting(x, y)
  use returning
  implicit none
  real(8) :: x(6), y(12), w(2,3)
  w = reshape(x, [2,3])
  y(1:3) = clip(x(1:3), 0.5d0, 1d0)
  y(4:5) = layer(w, x(1:2), x(3:5))
  y(6:7) = both(w, x(1:2), x(3:5))
  y(8) = sum(clip(x, 1d0, 2d0)) + size(both(w, x(1:2), x(3:5)))
  y(9:11) = outer(x, 1)
  y(12) = mod(x(6), 1.0)
end subroutine
