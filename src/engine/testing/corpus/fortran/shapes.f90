module shapes
  implicit none
  type :: shape
    real(8) :: scale = 1.0d0
    integer :: kind = 0
  contains
    procedure :: scaled => shape_scaled
  end type
  type, extends(shape) :: ellipse
    real(8) :: a, b
  contains
    procedure :: area => ellipse_area
  end type
  type grid
    integer :: n
    real(8) :: h
    real(8), allocatable :: u(:), w(:)
  end type grid
  type(ellipse), save :: unit_circle = ellipse(a=1.0d0, b=1.0d0)
  type cell
    real(8) :: t(2,2)
    type(ellipse) :: e(2)
  end type
contains
  function ellipse_area(this) result(r)
    class(ellipse), intent(in) :: this
    real(8) :: r
    r = 3.14d0*this%a*this%b*this%scaled(1.0d0)
  end function
  function shape_scaled(this, x) result(r)
    class(shape), intent(in) :: this
    real(8), intent(in) :: x
    real(8) :: r
    r = x*this%scale
  end function
  subroutine smooth(g, s)
    type(grid), intent(inout) :: g
    real(8), intent(in) :: s
    integer :: i
    do i = 2, g%n - 1
      g%w(i) = g%u(i) + s*(g%u(i+1) - 2*g%u(i) + g%u(i-1))/g%h**2
    end do
    g%u(2:g%n-1) = g%w(2:g%n-1)
  end subroutine
  subroutine drive(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g
    type(cell) :: c(2), d
    type(ellipse) :: e
    integer :: k
    g%n = n
    g%h = 0.5d0
    allocate(g%u(n), g%w(n))
    g%u = x
    do k = 1, 2
      call smooth(g, s=0.1d0)
    end do
    e%a = x(1)
    e%b = x(2)
    c(1)%t = x(1)
    c(2)%t = reshape([1d0,2d0,3d0,4d0], [2,2])*x(2)
    c(:)%e(1)%a = 2
    c(1)%e(1)%b = 1
    c(1)%e(2) = e
    c(2)%e = c(1)%e
    c(2)%e(2)%b = x(3)
    d = c(2)
    associate (q => d%e(2), t => d%t)
      q%scale = x(2)
      y = sum(g%u) + e%area() + q%area() + t(1,2) + d%t(2,1) + unit_circle%area() + d%e(1)%a
    end associate
    deallocate(g%u, g%w)
  end subroutine drive
end module
