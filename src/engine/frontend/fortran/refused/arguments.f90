subroutine arguments(x, a, n)
  real(8) :: x, a(n, n), b(3), f
  integer :: n
  call other(x, a(1:2, :), b(1:3:2), x=3)
  call needs(x)
  call needs(x, x, x)
  call needs(n, x)
  call needs(x, y=b)
  call needs(x, z=x)
  call needs(y=x, x=x)
  call needs(x, x, x=x)
  call needs(a, b)
  call needs(b(1), b(2:))
  call needs(2d0, x + 1)
  call whole(b, 3)
  call whole(x, 3)
  call whole(a(1, 1), 3)
  call whole(a(:, 2), 3)
  call whole(b + 1, 3)
  call whole((b), 3)
  call whole(-b, 3)
  call whole((/ 1d0, 2d0 /), 2)
  call whole(b([1, 3, 2]), 3)
  x = needs(x, x)
  x = f(x)
  x = answer(x) + answer(b)
  call answer(x)
  call main
  x = a
  a = b
  b = (/ 1, 2 /)
  b(1:2) = (/ 1d0, 2d0, 3d0 /)
  a(1) = 2
  b(2, 2) = 1
  b(1.5) = 2
  b(:, :) = 1
  b(1:3:0) = 4
  x = b(4)
  x = b(1:2)
  x(3) = 2
  n(1) = 2
end subroutine

subroutine needs(x, y)
  real(8), intent(inout) :: x
  real(8), intent(out) :: y
  y = x
end subroutine

subroutine whole(v, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: v(n)
  v = 2*v
end subroutine

function answer(x)
  real(8) :: answer, x
  answer = x
end function

program main
  real(8) :: x
  x = 1
  call needs(x, x)
end program
