! Components with lower bounds of their own, named by ASSOCIATE and pointers, and asked for their bounds.
subroutine bounded(x, y)
  implicit none
  type part
    real(8) :: x(2:5), y(-1:1, 3)
  end type
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(part), target :: p(0:3)
  real(8), allocatable :: w(:)
  real(8), pointer :: q(:), z(:, :)
  integer :: i, j
  p(0)%x = x(1); p(0)%y = x(2)
  do i = 1, 3
    p(i)%x = x(i:i + 3); p(i)%y = x(1)
    p(i)%y(-1, :) = x(2)
    associate (a => p(i)%x, b => p(i)%x(:), c => p(i - 1)%y, d => p(:)%x(3), e => p%x(4), s => p(i))
      y(i) = a(2) + 2*b(2) + c(-1, 2) + d(2) + e(1)*3 + lbound(a, 1) + 10*lbound(b, 1) + ubound(c, 1)
      a(4:5) = a(2:3)*2
      y(i + 3) = s%x(2) - s%x(5)*s%y(0, 3)
    end associate
  end do
  w = p(3)%x
  y(7) = w(lbound(w, 1)) + 100*lbound(w, 1)
  q => p(1)%x
  z => p(1)%y
  y(8) = q(2) + z(-1, 1)*3 + lbound(q, 1) + z(0, 2)
  q(3) = y(8)**2
  y(9) = sum(p(1)%x(3:4)) + lbound(p(0)%y, 2) + ubound(p%x(2), 1)
  y(10:12) = 0
  do j = lbound(p(2)%x, 1), ubound(p(2)%x, 1)
    y(10) = y(10) + j*p(2)%x(j)
  end do
end subroutine
