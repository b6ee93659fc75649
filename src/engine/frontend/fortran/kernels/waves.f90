! Array expressions of COMPLEX numbers as arguments.
subroutine waves(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  complex(8) :: psi(2, 3), k1(2, 3), k2(2, 3), z
  real(8) :: w(3)
  integer :: i
  z = cmplx(x(1), 0.5d0, 8)
  psi = reshape(cmplx(x, x(6:1:-1), 8), [2, 3])
  w = x(2:4)
  k1 = rate(psi, z*x(2))
  do i = 1, 2
    k2 = rate(psi + x(3)/20*k1, conjg(z))
    call add(exp(0.1d0*k2(1, :))*w, k1(1, :))
    call add(b=k1(:, 2), a=-k1(:, 3))
    call add(z*w, k2(2, :))
  end do
  call add([z, z**2], k1(:, 1))
  y(1:3) = real(k1(1, :))
  y(4:6) = aimag(k2(2, :))
  y(7) = abs(total(2*k1 - k2)) + abs(total(psi(:, 1:2)/z)) + abs(total(transpose(k1)*z))
contains
  function rate(p, c) result(r)
    complex(8), intent(in) :: p(:, :), c
    complex(8) :: r(size(p, 1), size(p, 2))
    r = (0d0, 1d0)*p**2*c/10
  end function
  subroutine add(a, b)
    complex(8), intent(in) :: a(:)
    complex(8), intent(inout) :: b(:)
    b = b + a
  end subroutine
  complex(8) function total(a)
    complex(8), intent(in) :: a(:, :)
    total = sum(a)
  end function
end subroutine waves
