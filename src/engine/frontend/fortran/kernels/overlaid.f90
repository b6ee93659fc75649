! What is assigned goes by another name in the value: EQUIVALENCE, COMMON beside it, an elemental function of the host's.
subroutine overlaid(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: e(6), f(6), s, c(3), w(4), h(6)
  common /over/ c
  equivalence (e(2), f(1), s), (c(2), w(1))
  e = x
  f(1:5) = e(1:5)*2
  y(1) = sum(e*x)
  e = x
  e(1:3) = [f(1), f(3), f(2)]
  e = e/s + f(3)
  y(2) = sum(e*x)
  e = x
  where (e(1:5) > 1) f(1:5) = e(1:5)
  y(3) = sum(e*x)
  where (e(1:5) > 1)
    f(1:5) = 0.5d0*e(1:5)
  elsewhere (e(5:1:-1) < 0.7d0)
    f(1:5) = f(1:5) + 1
  end where
  y(4) = sum(e*x)
  call inside()
  y(5) = sum(e*x)
  w = x(1:4)
  c(1) = x(5)
  w(1:2) = c(1:2)
  y(6) = sum(c*x(1:3)) + sum(w*x(1:4))
  h = x
  h = twice([6, 5, 4, 3, 2, 1])
  y(7:12) = h
contains
  subroutine inside()
    f(1:5) = e(1:5)*2
  end subroutine inside
  elemental real(8) function twice(i)
    integer, intent(in) :: i
    twice = 2*h(i)
  end function twice
end subroutine overlaid
