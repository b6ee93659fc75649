! WHERE and FORALL, alone on a line and as constructs.
subroutine masked(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(6), b(-1:4), m(3, 3)
  logical :: big(6)
  integer :: i, j
  a = x
  where (x > 1.5d0) a = a*2
  y(1) = sum(a)
  ! A mask is taken before its own arm assigns, and after the arms before it have.
  where (a > 1)
    a = a - 2
    a = a*x
  elsewhere (a > 0.5d0)
    a = sqrt(x)
  elsewhere
    a = -a
  end where
  y(2) = a(1) + 2*a(2) + 3*a(3)
  y(3) = a(4) + 2*a(5) + 3*a(6)
  b = 1
  big = x > 1
  where (big) b = x
  where (.not. big(2:5)) b(0:3) = x(1:4)*2
  y(4) = sum(b*x)
  y(5) = b(-1) - b(4)
  forall (i = 1:3, j = 1:3) m(i, j) = x(i)*x(j + 3)
  forall (i = 1:3, j = 1:3, i /= j)
    m(i, j) = m(i, j) + i
    m(i, j) = m(i, j)*2
  end forall
  forall (i = 3:1:-2) m(i, i) = 0
  y(6) = sum(m)
  y(7:9) = m(:, 1)
  do i = 1, 3
    where (m(i, :) > 4) m(i, :) = 4
  end do
  named: where (x(1:3) < 1)
    y(10:12) = m(3, :)
  elsewhere named
    y(10:12) = x(4:6)
  end where named
  a = x
  where (a > 1.5d0)
    a = -a
  elsewhere (a(6:1:-1) < 0)
    a = 10*a
  elsewhere
    a = a/(2 + sum(abs(a)))
  end where
  y(2) = y(2) + sum(a*x)
  ! All values of a FORALL are taken before any is stored, behind a mask as well.
  forall (i = 1:3)
    where (m(i, :) > 0.5d0) m(i, :) = m(i, :)*0.5d0 - m(4 - i, :)*0.25d0
  end forall
  y(3) = y(3) + sum(m(1, :)*x(1:3)) + m(3, 2)
  ! So are arguments of elemental routines that read what they set.
  call pulled(a, 2*a(6:1:-1))
  call pulled(b(0:4), (b(-1:3)))
  y(6) = y(6) + sum(a*x) + sum(b(0:4)*x(2:6))
contains
  elemental subroutine pulled(v, to)
    real(8), intent(inout) :: v
    real(8), intent(in) :: to
    v = 0.5d0*v + 0.25d0*to
  end subroutine pulled
end subroutine masked
