! Routines inside of routines: what they name of their host, by themselves or through each other.
subroutine host(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer :: n, i
  real(8), external :: leading
  real(8) :: w(2:5), total, step
  n = 3
  step = x(1)
  w = 0
  call fill(4)
  y(1) = w(2) + w(3)*w(5)
  total = 0
  do i = 1, 3
    call add(x(i))
  end do
  y(2) = total
  y(3) = power(x(2))
  y(4:6) = half(x(4:6))
  call shadowed(x(3))
  y(7) = step
  y(8) = leading(x, 6)
  call beside(y)
contains
  subroutine fill(m)
    integer, intent(in) :: m
    integer :: i
    do i = 2, m + 1
      w(i) = x(i)*step
      if (i < n) step = step*1.5d0
    end do
  end subroutine fill
  subroutine add(v)
    real(8), intent(in) :: v
    total = total + v*i + w(size(w))
  end subroutine add
  recursive function power(v) result(p)
    real(8), intent(in) :: v
    real(8) :: p
    n = n - 1
    if (n < 0) then
      p = step
    else
      p = v*power(v + 1)
    end if
  end function power
  elemental function half(v)
    real(8), intent(in) :: v
    real(8) :: half
    half = v*x(1)/2
  end function half
  ! Its own step and n hide those of the host, which what it calls goes on to use.
  subroutine shadowed(n)
    real(8), intent(in) :: n
    real(8) :: step
    step = n
    call add(step)
    call fill(2)
    y(9) = total*step
  end subroutine shadowed
end subroutine host

real(8) function leading(v, k)
  implicit none
  integer, intent(in) :: k
  real(8), intent(in) :: v(k)
  leading = inner()*v(k)
contains
  function inner()
    real(8) :: inner
    inner = v(1) + k
  end function inner
end function leading

! Another routine with an inner routine of a name that is known above; its variables are implicit.
subroutine beside(y)
  real(8) :: y(12)
  a = 0.5
  do i = 1, 3
    call add
  end do
  y(10) = a
contains
  subroutine add
    a = a + i
    b = a
    y(11) = y(11) + b
  end subroutine add
end subroutine beside
