! Pointers to structures: elements that a loop walks over, two that are exchanged, and those that a test or they themselves choose.
module cells
  implicit none
  type cell
    real(8) :: u = 1, f(0:1) = 1
    integer :: k = 3
  end type
  type grid
    integer :: n
    type(cell) :: c(4)
  end type
contains
  subroutine meet(g, i, by)
    type(grid), target, intent(inout) :: g
    integer, intent(in) :: i
    real(8), intent(in) :: by
    type(cell), pointer :: l, r, t
    integer :: j
    l => g%c(i); r => g%c(i + 1)
    l%u = l%u + by*r%u
    r%f(0) = l%u**2; r%f(1) = r%f(1)*l%f(0) + l%k
    do j = 1, 2
      t => l; l => r; r => t
      l%u = l%u*r%f(1) + j
    end do
    nullify(l, r)
  end subroutine
end module
subroutine aimed(x, y)
  use cells
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(grid), target :: g
  type(cell), pointer :: q, z(:)
  integer :: i
  do i = 1, 4
    q => g%c(i)
    q%f = x(i:i + 1)
    q%u = q%f(0)*i + q%u
  end do
  do i = 1, 3
    call meet(g, i, x(i))
  end do
  z => g%c(2:4)
  z%u = z%u*2
  z(1)%f = z(3)%f*x(2)
  if (x(1) > 0) then
    q => g%c(1)
  else
    q => g%c(2)
  end if
  q%f = q%f + q%u
  y(1:4) = g%c%u
  y(5:8) = g%c%f(0)
  y(9:12) = g%c%f(1)
  g%c%k = [3, 4, 2, 1]
  q => g%c(1)
  do i = 1, 4
    if (q%u < g%c(i)%u) q => g%c(i)
  end do
  y(12) = y(12) + q%u
  do i = 1, 3
    q => g%c(q%k)
    y(12) = y(12) + q%f(0)*i
  end do
end subroutine
