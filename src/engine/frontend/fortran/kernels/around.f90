! Routines inside of others, passed to routines outside, which know neither them nor what they name of their hosts.
module around_tools
  implicit none
  integer, parameter :: w = 7
contains
  recursive function quad(g, a, b, depth) result(s)
    interface
      real(8) function g(t)
        real(8), intent(in) :: t
      end function g
    end interface
    real(8), intent(in) :: a, b
    integer, intent(in) :: depth
    real(8) :: s, x
    x = (a + b)/2
    s = (b - a)/6*(g(a) + 4*g(x) + g(b)) + w
    if (depth > 0) s = quad(g, a, x, depth - 1) + quad(g, x, b, depth - 1)
  end function quad
  subroutine euler(f, u, n)
    interface
      subroutine f(u, du)
        real(8), intent(in) :: u(:)
        real(8), intent(out) :: du(:)
      end subroutine f
    end interface
    real(8), intent(inout) :: u(:)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      call step(f, u)
    end do
  end subroutine euler
  subroutine step(slope, u)
    interface
      subroutine slope(u, du)
        real(8), intent(in) :: u(:)
        real(8), intent(out) :: du(:)
      end subroutine slope
    end interface
    real(8), intent(inout) :: u(:)
    real(8) :: du(size(u))
    call slope(u, du)
    u = u + du/8
  end subroutine step
  real(8) function cube(t)
    real(8), intent(in) :: t
    cube = t**3
  end function cube
  real(8) function square_of(a)
    real(8), intent(in) :: a
    square_of = quad(cube, 0d0, a, 0)
  contains
    real(8) function cube(t)
      real(8), intent(in) :: t
      cube = t**2
    end function cube
  end function square_of
  real(8) function line_of(a)
    real(8), intent(in) :: a
    line_of = quad(cube, 0d0, a, 0)
  contains
    real(8) function cube(t)
      real(8), intent(in) :: t
      cube = a*t
    end function cube
  end function line_of
end module around_tools

subroutine around(x, y)
  use around_tools, only: quad, euler, cube, square_of, line_of
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer, parameter :: m = 3
  real(8) :: w(m), turn(size(x), 2), c
  real(8), allocatable :: z(:)
  complex(8) :: u
  integer :: n
  w = x(1:m)
  turn = spread(x, 2, 2)
  z = x(4:6)
  u = cmplx(x(1), x(2), 8)
  c = x(5)
  n = 2
  y(1) = quad(f, 0d0, 1d0, 1)
  y(2) = quad(kept, 0d0, 2d0, 0)
  y(3) = c
  y(4:5) = x(1:2)
  call euler(slope, y(4:5), 2)
  call twice(y(6))
  y(7) = square_of(x(1)) + line_of(x(2)) + cube(x(3))
contains
  real(8) function f(t)
    real(8), intent(in) :: t
    f = t*sum(w) + abs(u)*t**n
  end function f
  real(8) function kept(t)
    real(8), intent(in) :: t
    kept = t**2*sum(z)/size(z)
    c = c*w(1)
  end function kept
  subroutine slope(v, dv)
    real(8), intent(in) :: v(:)
    real(8), intent(out) :: dv(:)
    dv(1) = w(2)*v(2)*turn(2, 2)
    dv(2) = -w(2)*v(1)
  end subroutine slope
  subroutine twice(r)
    real(8), intent(out) :: r
    r = quad(f, 1d0, 2d0, 0)**2
  end subroutine twice
end subroutine around
