module integrate
  implicit none
contains
  recursive function adapt(f, a, b, tol, depth) result(s)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: a, b, tol
    integer, intent(in) :: depth
    real(8) :: s, m, whole, halves
    m = (a + b)/2
    whole = (b - a)/6*(f(a) + 4*f(m) + f(b))
    halves = (b - a)/12*(f(a) + 4*f((a + m)/2) + 2*f(m) + 4*f((m + b)/2) + f(b))
    if (abs(whole - halves) < tol .or. depth == 0) then
      s = halves
    else
      s = adapt(f, a, m, tol/2, depth - 1) + adapt(f, m, b, tol/2, depth - 1)
    end if
  end function
  real(8) function g(x)
    real(8), intent(in) :: x
    g = exp(-x*x)
  end function
  real(8) function h(x)
    real(8), intent(in) :: x
    h = sin(3*x)*x
  end function
  real(8) function both(a, b)
    real(8), intent(in) :: a, b
    both = adapt(g, a, b, 1d-6, 6) * adapt(f=h, a=a, b=b, tol=1d-6, depth=5)
  end function
end module
