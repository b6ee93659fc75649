! Long integers wherever integers go: extents, bounds, steps, subscripts, selectors, results.
subroutine wide(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer(8) :: n, k, s
  integer(8), parameter :: big = 4000000000_8
  integer :: i
  n = size(x)
  call part(n, n/2, x, y)
  s = -2
  do k = n, 1, s
    y(5) = y(5) + x(k)*k
  end do
  do k = big, big + n - 1
    y(6) = y(6) + x(k - big + 1)**2
  end do
  select case (n*big)
  case (:big)
    y(7) = 1
  case (24000000000_8)
    y(7) = x(2)*2
  case default
    y(7) = 3
  end select
  y(8) = steps(n, 3_8)*x(1)
  i = int(mod(big, 7_8))
  y(9) = x(i + 1) + modulo(-big, 11_8) + min(big, n) + sign(n, -big)
  y(10) = real(ishift(n), 8)*x(3)
  do i = 1, 6
    if (x(i) > 5) call halt(i)
    y(11) = y(11) + checked(x(i))
  end do
contains
  integer(8) function steps(m, by)
    integer(8), intent(in) :: m, by
    integer(8) :: j
    steps = 0
    do j = 1, m, by
      steps = steps + j
    end do
  end function
  integer(8) function ishift(m)
    integer(8), intent(in) :: m
    ishift = ior(shiftl(m, 2), 1_8) - iand(not(m), 3_8)
  end function
  subroutine halt(j)
    integer, intent(in) :: j
    if (j > 10) stop
  end subroutine
  real(8) function checked(a)
    real(8), intent(in) :: a
    if (a < 0) call halt(11)
    checked = a*sqrt(a)
  end function
end subroutine wide

subroutine part(n, m, x, y)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2*n)
  real(8) :: w(m, n - m), v(-m:m)
  integer(8) :: i, j, places(m)
  do j = 1, n - m
    do i = 1, m
      w(i, j) = x(i)*x(j + m)
    end do
  end do
  do i = -m, m
    v(i) = i*x(abs(i) + 1)
  end do
  do i = 1, m
    places(i) = m + 1 - i
  end do
  y(1) = sum(w)
  y(2) = w(m, 1)*w(1, m)
  y(3) = v(-m)*v(m - 1)
  y(4) = sum(w(places, 1)*x(places))
end subroutine part
