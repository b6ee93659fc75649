! Structures in an ALLOCATABLE array that is a component itself, the lists that they begin with, and arrays that get their shape from what
! is assigned to them first.
module gathered_parts
  implicit none
  type :: cell
    integer :: material = 2
    real(8) :: width
    real(8) :: weights(2) = [0.5d0, 1.5d0]
  end type
  type :: pair
    type(cell) :: both(2)
    real(8) :: turn(2, 2) = reshape([1d0, 2d0, 3d0, 4d0], [2, 2])
  end type
  type :: slab
    real(8) :: scale = 3d0
    type(cell), allocatable :: cells(:)
    real(8), allocatable :: flux(:), inner(:)
  contains
    procedure :: setup
    procedure :: total
  end type
contains
  subroutine setup(self, w)
    class(slab), intent(inout) :: self
    real(8), intent(in) :: w(0:)
    integer :: i
    if (allocated(self%cells)) deallocate (self%cells)
    allocate (self%cells(size(w)))
    self%flux = w
    allocate (self%inner, source=sin(w)*self%scale)
    do i = 1, size(self%cells)
      self%cells(i)%width = w(i - 1)**2
      self%cells(i)%weights(2) = self%cells(i)%weights(2) + i
    end do
    self%flux = self%flux + self%scale
  end subroutine setup
  real(8) function total(self)
    class(slab), intent(in) :: self
    integer :: i
    total = sum(self%cells%width*self%cells%material)
    do i = 1, size(self%cells)
      associate (c => self%cells(i))
        total = total + dot_product(c%weights, [self%flux(i - 1), self%inner(i)])
      end associate
    end do
  end function total
  subroutine doubled(v, w)
    real(8), intent(in) :: v(:)
    real(8), allocatable, intent(out) :: w(:)
    w = 2*v
  end subroutine doubled
  subroutine given(v, w)
    real(8), intent(in) :: v(:)
    real(8), allocatable, intent(out) :: w(:)
    allocate (w(size(v)))
    w = 3*v
  end subroutine given
  function soft(v) result(w)
    real(8), intent(in) :: v(0:)
    real(8), allocatable :: w(:)
    w = exp(v - maxval(v))
    w = w/sum(w)
  end function soft
end module gathered_parts

subroutine gathered(x, y)
  use gathered_parts
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(slab) :: s
  type(pair) :: p(0:2)
  real(8), allocatable :: w(:), v(:)
  call s%setup(x(1:4))
  y(1) = s%total()
  y(2) = lbound(s%flux, 1)*x(1) + lbound(s%inner, 1)
  s%cells(2)%width = x(6)
  y(3) = s%total() + size(s%cells)
  p%both(2)%width = x(5)
  y(4:5) = p(2)%both(1)%weights*x(1:2)
  y(6:7) = matmul(p(0)%turn, p(1)%both(2)%weights)*p(2)%both(2)%width
  call doubled(x, w)
  y(8:12) = w(2:)*size(w)
  call given(x(1:4), v)
  y(9:12) = y(9:12) + v
  w = soft(x)
  y(8) = y(8) + w(1) + sum(soft(x(1:2))*x(2:3))
end subroutine gathered
