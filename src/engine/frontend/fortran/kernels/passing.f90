! What is passed, and what becomes of it.
subroutine passing(x, y)
  implicit none
  real(8) :: x(6), y(12), m(2, 3), half, t
  interface
    subroutine fill(v, n, by)
      integer, intent(in) :: n
      real(8), intent(out) :: v(n)
      real(8), intent(in) :: by
    end subroutine
    subroutine changed(f, v)
      interface
        real(8) function f(a)
          real(8), intent(in) :: a
        end function
      end interface
      real(8), intent(inout) :: v
    end subroutine
  end interface
  real(8), external :: squared
  half(t) = t/2
  call fill(y(1:2), 2, by=x(1))
  call fill(n=2, by=x(2) + 1, v=y(3:4))
  call scaled(y(5), (x(3)))
  call scaled(y(6), -x(4)*2)
  m = 1
  call scaleall(m(2, :), 3)
  call scaleall(m(:, 1:2), 4)
  y(7) = sum(m)*x(5)
  call scaleall(x(2:6:2), 3)
  y(8) = x(2) + x(4)*x(6)
  y(9) = half(x(1)) + half(y(8))
  call changed(squared, y(9))
  y(10) = byvalue(x(1)*2, 3) + x(1)
  call swap(y(11), x(5))
  call swap(x(1), x(3))
  y(12) = x(1)*x(3) + twice(twice(x(2)))
contains
  real(8) function twice(a)
    real(8), intent(in) :: a
    twice = 2*a*a
  end function
  real(8) function byvalue(a, k)
    real(8), value :: a
    integer, value :: k
    a = a*k
    byvalue = a
  end function
end subroutine

subroutine fill(v, n, by)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: v(n)
  real(8), intent(in) :: by
  v = by*by
end subroutine

real(8) function squared(a)
  implicit none
  real(8), intent(in) :: a
  squared = a*a
end function

subroutine changed(f, v)
  implicit none
  interface
    real(8) function f(a)
      real(8), intent(in) :: a
    end function
  end interface
  real(8), intent(inout) :: v
  v = f(v) + 1
end subroutine

subroutine scaled(a, b)
  implicit none
  real(8), intent(inout) :: a
  real(8), intent(in) :: b
  a = a + b*b
end subroutine

subroutine scaleall(v, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: v(*)
  integer :: i
  do i = 1, n
    v(i) = v(i)*2
  end do
end subroutine

subroutine swap(a, b)
  implicit none
  real(8), intent(inout) :: a, b
  real(8) :: t
  t = a
  a = b
  b = t
end subroutine
