! Rare ways of saying what is common: renamed modules, backward sections, bounds of every form, keywords, VALUE.
module sizes
  implicit none
  integer, parameter :: wide = 3
  integer :: extra = 1
  real(8) :: factor = 2d0
contains
  real(8) function twice(a)
    real(8), intent(in) :: a
    twice = factor*a
  end function
  function stretched(a, n) result(b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: b(n + wide)
    b = 0
    b(:n) = a
    b(n + 1:) = sum(a)
  end function
end module

subroutine corners(x, y)
  use sizes, big => wide, double => twice
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: v(6), w(3), s(5)
  integer :: k, j, places(3), at(1)
  integer(8) :: long(2)
  logical :: yes
  v = x(6:1:-1)
  w = x(3:1:-1)
  y(1) = v(1) + 2*w(1)*w(3) + 10*sum(x(::-1)) + sum(x(:4:-1)) + size(x(3::-1))
  w = cshift(x(1:5:2), 1)
  y(2) = w(1) + 10*w(3)
  at = maxloc(x, x < 2)
  yes = .true.
  y(3) = at(1) + 10*maxloc(x, 1, mask=yes) + 100*maxloc(x, 1, .not. yes)
  v = x
  forall (k=1:5:2, x(k) > 0.5) v(k) = v(k)*x(6 - k)
  y(4) = v(1) + 2*v(3) + 3*v(5)
  y(5) = lbound(x(2:4), 1) + 10*ubound(x(2:5), 1)*x(1) + size(v(1:5:2)) + 100*size(x(int(x(2)) + 3:2))
  y(5) = y(5) + 1000*ubound(x(int(x(2)) + 1:4), 1)
  y(6) = blended(weight=x(1), b=x(2), a=x(3)) + double(x(1))
  v(1:5) = stretched(n=2, a=x(2:3))
  y(7) = sum(v(1:5)) + big + extra
  places = (/2, 1, 3/)
  y(8) = 0
  do k = 1, 3
    do j = 1, places(k)
      y(8) = y(8) + x(k)*j
    end do
    do j = places(k), upto(k)
      y(8) = y(8) + x(j)*merge(2d0, 3d0, (k == 2))*merge(1d0, 5d0, (j /= 3))
    end do
  end do
  y(9) = sum([(x(k)*merge(1, 2, (k <= 2)), k=1, 3)]) + merge(1d0, 2d0, (x(1) >= x(2)))
  long = [1_8, 6_8]
  y(10) = sum(x(long)) + atan(x(1), x(2)) + int(x(4), kind=4) + real(x(5), 4)*0
  if (logical(yes, kind=4)) y(10) = y(10) + int(x(6), 8)
  call spoiled(y(11), 2d0*x(1))
  s = x(2:6)
  call outer(2, 5_8, x, s)
  y(12) = sum(s)
contains
  elemental real(8) function blended(a, b, weight)
    real(8), intent(in) :: a, b
    real(8), value :: weight
    blended = weight*a + (1 - weight)*b
  end function
  integer function upto(n)
    integer, intent(in) :: n
    upto = n + 1
  end function
  subroutine spoiled(r, a)
    real(8), intent(out) :: r
    real(8), value :: a
    a = a*a
    r = a + x(1)
  end subroutine
end subroutine corners

subroutine outer(n, m, x, s)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: m
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: s(m)
  real(8) :: low(-n:n + 1), high((n)*2 + max(n, 1)), long(m)
  integer :: i
  low = 1
  high = 2
  long = s
  do i = 1, n
    call inner(i)
  end do
  s(1) = sum(low) + sum(high)
  s(2) = long(2)*low(-n)
contains
  subroutine inner(k)
    integer, intent(in) :: k
    low(-k) = x(k)*high(k)
    high(ubound(high, 1)) = low(k - 1) + x(k + 1)
    long(k) = long(k)*x(k)
  end subroutine
end subroutine outer
