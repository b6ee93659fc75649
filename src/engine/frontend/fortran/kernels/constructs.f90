subroutine constructs(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer :: i, j, k
  real(8) :: t
  y = 0
  outer: do i = 1, 6
    do j = 1, 6
      if (j == i) cycle
      if (x(j) > 3) cycle outer
      if (i*j > 12) exit outer
      y(1) = y(1) + x(i)*x(j)
    end do
    y(2) = y(2) + x(i)
  end do outer
  y(3) = i
  do k = -2, 7
    select case (k)
    case (:-1)
      y(4) = y(4) + x(1)
    case (0, 3:4)
      y(4) = y(4)*x(2)
    case (6:)
      y(4) = y(4) - x(3)
    case default
      y(4) = y(4) + 1
    end select
  end do
  t = x(1)
  do
    t = t*0.5d0
    if (t < 0.01d0) exit
    y(5) = y(5) + t
  end do
  do while (twice(t) < x(2))
    t = t*3
    y(6) = y(6) + twice(t*x(1))
  end do
  block_: if (x(1) > 0) then
    if (x(2) > 0) exit block_
    y(7) = 5
  else if (twice(x(1)) > 1) then
    y(7) = 6
  else
    y(7) = 7
  end if block_
  call bump(y(8), 2, x(3)*2)
  call bump(y(9), k, x(4))
  y(10) = k
  call fill(y(11:12), x(2:3))
contains
  real(8) function twice(v)
    real(8), intent(in) :: v
    twice = 2*v
  end function
  subroutine bump(a, n, b)
    real(8), intent(inout) :: a
    integer, intent(in) :: n
    real(8), intent(in) :: b
    integer :: i
    do i = 1, n
      a = a + b*i
    end do
  end subroutine
  subroutine fill(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = b**2 + size(b)
  end subroutine
end subroutine
