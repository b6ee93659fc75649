module gen
  implicit none
  interface sqr
    module procedure sqr_s, sqr_v
  end interface sqr
contains
  elemental function half(x) result(h)
    real(8), intent(in) :: x
    real(8) :: h
    h = 0.5d0*x
  end function half
  function sqr_s(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = x*x
  end function
  function sqr_v(x) result(r)
    real(8), intent(in) :: x(:)
    real(8) :: r
    r = dot_product(x, x)
  end function
  subroutine driver(x, n, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = sqr(x) + sqr(x(1)) + sum(half(x))
  end subroutine
end module gen
