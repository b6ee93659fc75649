! ALLOCATABLE arguments have the lower bounds with which they come.
module brought_grids
  implicit none
  type grid
    integer :: n
    real(8), allocatable :: u(:), a(:, :)
  end type
contains
  subroutine fill(self, x)
    type(grid), intent(inout) :: self
    real(8), intent(in) :: x(:)
    integer :: i
    do i = 1, self%n
      self%u(i) = x(i)**2*i
      self%a(i, i - 2) = x(i)
    end do
    call first(self%u, x(3))
  end subroutine
  subroutine first(v, t)
    real(8), allocatable, intent(inout) :: v(:)
    real(8), intent(in) :: t
    v(1) = v(1)*t
  end subroutine
  real(8) function last(v)
    real(8), allocatable, intent(in) :: v(:)
    last = v(ubound(v, 1)) + lbound(v, 1)
  end function
end module
subroutine brought(x, y)
  use brought_grids
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(grid) :: g
  real(8), allocatable :: c(:), d(:)
  allocate (g%u(0:6), g%a(6, -1:6), c(-1:2), d(4))
  g%n = 6
  g%u = 0
  g%a = 0
  call fill(g, x)
  y(1) = g%u(1)
  y(2) = g%a(2, 0) + g%u(6)
  c = x(1)
  d = x(2)
  call first(c, x(4))
  call first(v=d, t=x(5))
  y(3:6) = c
  y(7:10) = d
  y(11) = last(c)*last(d)
end subroutine brought
