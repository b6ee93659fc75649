! COMPLEX: %re and %im, functions that return arrays, powers of reals.
module halved
  implicit none
  type wave
    complex(8) :: a
    complex(8) :: spec(3)
  end type
contains
  function outer(a, n) result(m)
    integer, intent(in) :: n
    complex(8), intent(in) :: a(:)
    complex(8), dimension(n, size(a)) :: m
    integer :: i, j
    do j = 1, size(a)
      do i = 1, n
        m(i, j) = a(i)*conjg(a(j))
      end do
    end do
  end function
  subroutine cube(a, b)
    real(8), intent(out) :: a
    real(8), intent(in) :: b
    a = b**3
  end subroutine
end module
subroutine halves(x, y)
  use halved
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(wave) :: w, v(2)
  complex(4) :: c
  complex(8) :: z(2, 3), q, a(2), m(2, 3), b(2, 2, 3)
  integer :: i, k
  w%a%re = x(1)
  w%a%im = x(2)
  w%spec%re = x(1:3)
  w%spec(:)%im = x(4:6)*x(2)
  w%spec(2)%im = w%spec(2)%im + w%a%re
  do i = 1, 2
    v(i)%a = w%a*i
    v(i)%a%im = v(i)%a%re*x(3)
    v(i)%spec = w%spec
  end do
  z = 0
  z(1, :)%re = x(1:3)
  z(2, :) = w%spec
  where (z%re > 1) z%im = z%re**2
  y(1) = sum(z%re*z%im)
  y(2) = v(2)%a%im*v(1)%spec(3)%re + sum(v%a%im)
  c = cmplx(x(2), x(3))
  c = cmplx(c%im, c%re)
  y(3) = c%re - 2*c%im
  call cube(q%re, x(3))
  q%im = x(4)
  q = cmplx(q%im, -q%re, 8)
  y(4) = q%re*q%im
  k = 3
  y(5) = abs(k**q) + real((-x(1))**q)
  y(6) = aimag(2**w%a) + real((-2)**w%a) + aimag(x(1)**c)
  a = x(1:2)**[w%a, q]
  y(7) = real(sum(a)) + aimag(x(2)**q*3.5d0**(q*w%a/10))
  m = outer(w%spec, 2)
  y(8) = real(m(1, 3)) + aimag(m(2, 1))
  b(2, :, :) = outer(m(2, :), 2)
  y(9) = real(b(2, 1, 2)) - aimag(b(2, 2, 3))
  m(:, 1:2) = outer(m(:, 2), n=2)
  y(10) = aimag(sum(m*(1, 2)))
  y(11:12) = m(1, 1:2)%im
end subroutine halves
