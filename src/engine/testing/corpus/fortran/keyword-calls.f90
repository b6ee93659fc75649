module m
contains
  subroutine axpy(a, x, y)
    real(8), intent(in) :: a, x(:)
    real(8), intent(inout) :: y(:)
    y = y + a*x
  end subroutine
  function f(x, p) result(r)
    real(8), intent(in) :: x, p
    real(8) :: r
    r = x**p
  end function
end module
subroutine top(n, x, y)
  use m
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  call axpy(y=y, a=f(p=2d0, x=x(1)), x=x)
end subroutine
