! Procedures that objects are given and call, with the object, or pass on.
module callback_solver
  implicit none
  abstract interface
    function f_i(x) result(r)
      real(8), intent(in) :: x(:)
      real(8) :: r(size(x))
    end function
  end interface
  type problem
    procedure(f_i), nopass, pointer :: residual
    integer :: maxit
  end type
contains
  subroutine newton_like(f, x, n)
    procedure(f_i) :: f
    real(8), intent(inout) :: x(:)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      x = x - 0.1d0*f(x)
    end do
  end subroutine
  subroutine solve(p, x)
    type(problem), intent(in) :: p
    real(8), intent(inout) :: x(:)
    call newton_like(p%residual, x, p%maxit)
  end subroutine
  function quad(x) result(r)
    real(8), intent(in) :: x(:)
    real(8) :: r(size(x))
    r = x**2 - 1
  end function
end module
module callback_classes
  implicit none
  integer, parameter :: wp = kind(1d0)
  type, abstract :: rk_class
    integer :: n = 0
    procedure(deriv), pointer :: f => null()
    procedure(report_f), pointer :: report => null()
  contains
    procedure :: initialize
    procedure :: integrate
    procedure(step_f), deferred :: step
  end type
  abstract interface
    subroutine deriv(me, t, x, xdot)
      import :: wp, rk_class
      class(rk_class), intent(inout) :: me
      real(wp), intent(in) :: t
      real(wp), dimension(me%n), intent(in) :: x
      real(wp), dimension(me%n), intent(out) :: xdot
    end subroutine
    subroutine report_f(me, t, x)
      import :: wp, rk_class
      class(rk_class), intent(inout) :: me
      real(wp), intent(in) :: t, x(me%n)
    end subroutine
  end interface
  abstract interface
    subroutine step_f(me, t, x, h, xf)
      import :: wp, rk_class
      class(rk_class), intent(inout) :: me
      real(wp), intent(in) :: t, x(me%n), h
      real(wp), intent(out) :: xf(me%n)
    end subroutine
  end interface
  type, extends(rk_class) :: rk4_class
  contains
    procedure :: step => rk4
  end type
contains
  subroutine initialize(me, n, f, report)
    class(rk_class), intent(inout) :: me
    integer, intent(in) :: n
    procedure(deriv) :: f
    procedure(report_f), optional :: report
    me%n = n
    me%f => f
    if (present(report)) me%report => report
  end subroutine
  subroutine integrate(me, t0, x0, h, tf, xf)
    class(rk_class), intent(inout) :: me
    real(wp), intent(in) :: t0, x0(:), h, tf
    real(wp), intent(out) :: xf(:)
    real(wp) :: t, x(me%n)
    logical :: export
    export = associated(me%report)
    t = t0; x = x0
    do while (t < tf - 1d-9)
      if (export) call me%report(t, x)
      call me%step(t, x, h, xf)
      x = xf
      t = t + h
    end do
  end subroutine
  subroutine rk4(me, t, x, h, xf)
    class(rk4_class), intent(inout) :: me
    real(wp), intent(in) :: t, x(me%n), h
    real(wp), intent(out) :: xf(me%n)
    real(wp), dimension(me%n) :: f1, f2
    call me%f(t, x, f1)
    call me%f(t + h, x + h*f1, f2)
    xf = x + h/2*(f1 + f2)
  end subroutine
end module
subroutine callbacks(x, y)
  use callback_classes
  use callback_solver
  implicit none
  real(8) :: x(6), y(12), mu
  type(problem) :: p
  type(rk4_class) :: s
  mu = x(6)
  call s%initialize(n=3, f=grav)
  call s%integrate(0d0, x(1:3), 0.1d0, 0.5d0, y(1:3))
  call s%initialize(2, other, rep)
  call s%integrate(0d0, x(4:5), 0.1d0, 0.5d0, y(4:5))
  p%residual => quad
  p%maxit = 4
  y(7:9) = x(1:3)
  call solve(p, y(7:9))
  y(10:12) = x(4:6)
  call newton_like(quad, y(10:12), 2)
contains
  subroutine grav(me, t, x, xdot)
    class(rk_class), intent(inout) :: me
    real(wp), intent(in) :: t
    real(wp), intent(in) :: x(me%n)
    real(wp), intent(out) :: xdot(me%n)
    xdot = -mu*x/norm2(x)**3 + t
  end subroutine
  subroutine other(me, t, x, xdot)
    class(rk_class), intent(inout) :: me
    real(wp), intent(in) :: t
    real(wp), intent(in) :: x(me%n)
    real(wp), intent(out) :: xdot(me%n)
    xdot(1) = x(2)
    xdot(2) = -x(1)*mu
  end subroutine
  subroutine rep(me, t, x)
    class(rk_class), intent(inout) :: me
    real(wp), intent(in) :: t, x(me%n)
    y(6) = y(6) + x(1)*t
  end subroutine
end subroutine
