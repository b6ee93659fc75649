module m
contains
  elemental function sig(v) result(s)
    real(8), intent(in) :: v
    real(8) :: s
    s = 1 / (1 + exp(-v))
  end function
  elemental subroutine upd(a, b)
    real(8), intent(inout) :: a
    real(8), intent(in) :: b
    a = a * b + sig(b)
  end subroutine
subroutine elementwise(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: z(n)
  y = sig(x) * sum(sig(2*x))
  z = sig(dup(n, x))
  call upd(y, z)
  call upd(y, 2d0)
  call upd(y(2:3), x(1:2))
  where (x > 1) y = sig(y)
contains
  function dup(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: r(n)
    r = 2*x
  end function
end subroutine
end module
