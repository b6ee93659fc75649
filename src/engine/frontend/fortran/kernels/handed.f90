! Routines as arguments that take structures, return arrays or leave arguments out; OPTIONAL ones, and calls through types.
module handed_types
  implicit none
  type pars
    real(8) :: a = 2, b = 0.5d0
  end type
  type clock
    real(8) :: h
  contains
    procedure :: run
  end type
  abstract interface
    function slope(t, u, p) result(d)
      import
      real(8), intent(in) :: t, u(:)
      type(pars), intent(in) :: p
      real(8) :: d(size(u))
    end function slope
    subroutine residual(u, r, j)
      real(8), intent(in) :: u(:)
      real(8), intent(out) :: r(:)
      real(8), intent(out), optional :: j(:)
    end subroutine residual
  end interface
contains
  subroutine heun(f, u, p, h)
    procedure(slope) :: f
    real(8), intent(inout) :: u(:)
    type(pars), intent(in), optional :: p
    real(8), intent(in) :: h
    type(pars) :: q
    real(8) :: k(size(u))
    q = pars()
    if (present(p)) q = p
    k = f(0d0, u, q)
    u = u + h/2*(k + f(h, u + h*k, q))
  end subroutine heun
  subroutine newton(fcn, u)
    procedure(residual) :: fcn
    real(8), intent(inout) :: u(:)
    real(8) :: r(size(u)), j(size(u))
    call fcn(u, r, j)
    u = u - r/j
    call fcn(r=r, u=u)
    u(1) = u(1) + sum(r)
  end subroutine newton
  subroutine twice(u, f)
    real(8), intent(inout) :: u(:)
    procedure(scalar), optional :: f
    u = 2*u
    if (present(f)) u = u*f(u(1))
  end subroutine twice
  subroutine run(this, f, v)
    class(clock), intent(in) :: this
    procedure(scalar) :: f
    real(8), intent(inout) :: v
    v = v + this%h*f(v)
  end subroutine run
  ! An array that is called like what is passed.
  real(8) function first(f) result(v)
    interface
      real(8) function f(k)
        integer, intent(in) :: k
      end function f
    end interface
    real(8) :: counted(3)
    counted = 7
    v = f(2) + counted(2)
  end function first
  real(8) function scalar(v)
    real(8), intent(in) :: v
    scalar = sin(v)*v
  end function scalar
  function spin(t, u, p) result(d)
    real(8), intent(in) :: t, u(:)
    type(pars), intent(in) :: p
    real(8) :: d(size(u))
    d = p%a*cshift(u, 1) - p%b*u*(1 + t)
  end function spin
  subroutine root(u, r, j)
    real(8), intent(in) :: u(:)
    real(8), intent(out) :: r(:)
    real(8), intent(out), optional :: j(:)
    r = u**3 - 2
    if (present(j)) j = 3*u**2
  end subroutine root
  real(8) function counted(k)
    integer, intent(in) :: k
    counted = k + 0.5d0
  end function counted
end module handed_types
subroutine handed(x, y)
  use handed_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(clock) :: c
  y(1:3) = x(1:3)
  call heun(spin, y(1:3), pars(b=x(4)), 0.1d0)
  y(4:6) = x(4:6)
  call heun(spin, y(4:6), h=0.2d0)
  y(7:8) = x(1:2)
  call newton(root, y(7:8))
  y(9:10) = x(2:3)
  call twice(y(9:10), scalar)
  call twice(y(10:10))
  c%h = 0.3d0
  y(11) = x(5)
  call c%run(scalar, y(11))
  call run(c, scalar, y(11))
  y(12) = first(counted)*x(6)
end subroutine handed
