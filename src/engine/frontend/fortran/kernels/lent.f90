! Routines that allocate what they are passed, and ALLOCATABLE arguments with the bounds that they come with.
module lent_grids
  implicit none
  integer, parameter :: least = 2
  type grid
    integer :: n
    real(8) :: h = 2d0
    real(8), allocatable :: u(:), a(:, :), w(:)
  contains
    procedure :: init => grid_init
    procedure :: clear
    procedure :: fill
    procedure :: total
  end type
contains
  subroutine grid_init(self, n)
    class(grid), intent(inout) :: self
    integer, intent(in) :: n
    call take(self, n, m=2*n)
    self%h = 0.5d0
  end subroutine
  subroutine take(g, n, m)
    class(grid), intent(inout) :: g
    integer, intent(in) :: n, m
    if (allocated(g%u)) deallocate (g%u)
    g%n = n
    allocate (g%u(0:g%n), g%a(n, -1:m))
    allocate (g%w(max(least, 1)), source=3d0)
    g%u = 0
    g%a = 1
  end subroutine
  subroutine clear(self)
    class(grid), intent(inout) :: self
    if (allocated(self%u)) deallocate (self%u)
    deallocate (self%a)
  end subroutine
  subroutine fill(self, x)
    class(grid), intent(inout) :: self
    real(8), intent(in) :: x(:)
    integer :: i
    self%u(0) = x(1)*x(2)
    do i = 1, self%n
      self%u(i) = x(i)**2*self%h
      self%a(i, i - 2) = self%u(i - 1)
    end do
  end subroutine
  real(8) function total(self)
    class(grid), intent(in) :: self
    total = sum(self%u) + sum(self%a**2) + self%u(self%n)*self%a(1, -1)*self%w(2) + ubound(self%u, 1)
  end function
end module
subroutine lent(x, y)
  use lent_grids
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(grid) :: g
  real(8), allocatable :: a(:), b(:), c(:), d(:), e(:), f(:), p(:), q(:)
  integer :: n
  n = size(x)
  call g%init(n)
  call g%fill(x)
  y(1) = g%total()
  y(2) = g%u(0) + g%u(1)*g%a(2, 0) + size(g%a)
  call g%clear()
  call line(1, n, a)
  call line(n=n + 1, m=3, v=b)
  y(3) = sum(a(1:n - 2)*b(0:3)) + lbound(b, 1) + size(b)
  allocate (c(-1:2), d(4))
  c = 0
  d = 0
  call spread_out(c)
  call spread_out(d)
  y(4:7) = c
  y(8) = c(1)
  y(9) = d(1)
  deallocate (a)
  call both(e, f, 4)
  y(10) = sum(e*f*x(1:4))
  call further(p, q, 4)
  y(11) = sum(p) + sum(q*x(1:5)) + lbound(q, 1)
contains
  subroutine both(a, b, n)
    real(8), allocatable, intent(inout) :: a(:), b(:)
    integer, intent(in) :: n
    if (.not. allocated(a)) allocate (a(n))
    allocate (b(size(a)))
    a = 2
    b = x(2)
  end subroutine
  subroutine line(m, n, v)
    integer, intent(in) :: m, n
    real(8), allocatable, intent(out) :: v(:)
    integer :: i
    allocate (v(1 - m/2:n - m))
    do i = lbound(v, 1), ubound(v, 1)
      v(i) = x(i + m/2)*i
    end do
    call doubled(v)
  end subroutine
  subroutine further(v, w, n)
    real(8), allocatable, intent(inout) :: v(:), w(:)
    integer, intent(in) :: n
    call line(1, n, v)
    allocate (w(0:n))
    w = v(2)
  end subroutine
  subroutine doubled(v)
    real(8), allocatable, intent(inout) :: v(:)
    v(1) = 2*v(1)
  end subroutine
  subroutine spread_out(v)
    real(8), allocatable, intent(inout) :: v(:)
    v(1) = x(3)
    v(2) = x(4)*x(3)
  end subroutine
end subroutine lent
