! Sizes that objects hold while they are passed on to what only reads them.
module ghost_cells
  implicit none
  integer, parameter :: wp = kind(1d0)
  type :: grid_t
    integer :: nx = 0, ng = 2
    real(wp) :: dx
    real(wp), allocatable :: q(:), flux(:)
  contains
    procedure :: init => grid_init
    procedure :: fill => fill_ghost
    procedure :: step
  end type
contains
  subroutine grid_init(self, q0, l)
    class(grid_t), intent(inout) :: self
    real(wp), intent(in) :: q0(:), l
    self%nx = size(q0)
    self%dx = l/self%nx
    allocate(self%q(1-self%ng:self%nx+self%ng))
    allocate(self%flux(0:self%nx))
    self%q = 0
    self%q(1:self%nx) = q0
  end subroutine
  subroutine fill_ghost(self)
    class(grid_t), intent(inout) :: self
    associate (n => self%nx, g => self%ng)
      self%q(1-g:0) = self%q(n+1-g:n)
      self%q(n+1:n+g) = self%q(1:g)
    end associate
  end subroutine
  subroutine step(self, a, dt)
    class(grid_t), intent(inout) :: self
    real(wp), intent(in) :: a, dt
    integer :: i
    call self%fill()
    do i = 0, self%nx
      self%flux(i) = face(self%q(i-1:i+2), a)
    end do
    do i = 1, self%nx
      self%q(i) = self%q(i) - dt/self%dx*(self%flux(i) - self%flux(i-1))
    end do
  contains
    pure real(wp) function face(q, a)
      real(wp), intent(in) :: q(4), a
      real(wp) :: r
      if (abs(q(3) - q(2)) < 1e-12_wp) then
        face = a*q(2)
        return
      end if
      r = (q(2) - q(1))/(q(3) - q(2))
      face = a*(q(2) + 0.5_wp*(r + abs(r))/(1 + abs(r))*(1 - a*dt/self%dx)*(q(3) - q(2)))
    end function
  end subroutine
end module
subroutine ghosts(x, y)
  use ghost_cells
  implicit none
  real(8) :: x(6), y(12)
  type(grid_t) :: g
  integer :: k
  call g%init(x, 3d0)
  do k = 1, 3
    call g%step(0.7d0, 0.1d0)
  end do
  y(1:6) = g%q(1:g%nx)
  y(7) = g%q(-1) + g%q(ubound(g%q, 1))
end subroutine
