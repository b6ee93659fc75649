! COMPLEX: constants, mixed arithmetic, elementary functions on all sides of their cuts.
subroutine pairs(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  integer, parameter :: dp = kind(1d0)
  complex(dp), parameter :: i = (0.0_dp, 1.0_dp)
  complex(dp) :: z, w, a(3), b(3, 2)
  complex(dp) :: c(2) = [(1d0, 2d0), (0.5d0, -1d0)]
  complex(dp) :: m
  real(8), external :: quarter_turns
  integer :: k
  data m /(0.5d0, -0.25d0)/
  z = cmplx(x(1), -x(2), dp)
  w = x(3) + i*x(4)
  y(1) = real(z*w/(z - w) + 2/w) + quarter_turns(x(2))
  y(2) = aimag(sqrt(z) + sqrt(-z)*sqrt(conjg(w)) + log(-z))
  y(3) = abs(exp(z) + sin(w)*cos(z) - tan(w)/2)
  y(4) = real(sinh(z) + cosh(w)*tanh(z) + z**3 - w**(-2))
  y(5) = aimag(z**x(5) + z**w + (-z)**k_of(2))
  a = [z, w, z*w]
  b(:, 1) = a
  b(:, 2) = conjg(a(3:1:-1))*c(1) + m
  a = matmul(reshape([(c(1), k = 1, 6), (z, k = 1, 3)], [3, 3]), a)
  y(6) = real(sum(a)) + aimag(sum(b))
  y(7) = real(dot_product(b(:, 1), b(:, 2)))
  y(8) = aimag(sum(b(:, 1)*b(:, 2), mask=real(b(:, 1)) > 0))
  call turn(a, x(6))
  call turn(b(2:3, 2), 0.5d0)
  y(9) = real(a(2)) + aimag(b(3, 2))
  z = turned(z + w, x(6))*turned(a(1), 1d0)
  y(10) = real(z, dp)
  y(11) = merge(aimag(z), abs(z), z /= w .and. .not. (w == conjg(w)))
  z = z*z - w
  y(12) = int(z) + real(size(b)) + size(b, 2)
  call add_sizes(z, y(12))
contains
  integer function k_of(k)
    integer, intent(in) :: k
    k_of = k + 1
  end function
  subroutine turn(p, t)
    complex(dp), intent(inout) :: p(:)
    real(dp), intent(in) :: t
    p = p*exp(i*t)
  end subroutine
  function turned(p, t) result(q)
    complex(dp), intent(in) :: p
    real(dp), intent(in) :: t
    complex(dp) :: q
    q = p
    q = q*exp(i*t) + q
  end function
end subroutine

! A variable that is called like a function of the text, which it does not call.
real(8) function quarter_turns(x)
  implicit none
  real(8), intent(in) :: x
  complex(8) :: quarter_turn, z
  quarter_turn = cmplx(0d0, 1d0, kind=8)
  z = quarter_turn*x + sqrt(quarter_turn + x)
  quarter_turns = aimag(z*z) + aimag(other_turns(x))
contains
  complex(8) function other_turns(x)
    real(8), intent(in) :: x
    other_turns = quarter_turn*x*x
  end function
end function

complex(8) function quarter_turn()
  implicit none
  quarter_turn = (0d0, 1d0)
end function

! Statement functions, as LAPACK has them.
subroutine add_sizes(z, y)
  implicit none
  complex(8), intent(in) :: z
  real(8), intent(inout) :: y
  complex(8) :: zdum, twice
  complex(8), external :: opposite
  real(8) :: cabs1
  cabs1(zdum) = abs(dble(zdum)) + abs(dimag(zdum))
  twice(zdum) = 2*zdum + cabs1(zdum)
  y = y + cabs1(z*z - 1/opposite(z)) + dble(twice(z*z))
end subroutine

module pair_kinds
  implicit none
  integer, parameter :: wide = 8
end module

! A type whose kind the function's own USE brings.
complex(wide) function opposite(z)
  use pair_kinds, only: wide
  implicit none
  complex(wide), intent(in) :: z
  opposite = conjg(-z)
end function
