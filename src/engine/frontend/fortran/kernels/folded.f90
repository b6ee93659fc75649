! Constants of every type and operator, and what asks for constants: kinds, bounds, cases, DATA.
subroutine folded(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer, parameter :: k4 = selected_int_kind(9), k8 = selected_int_kind(12), kr = selected_real_kind(15, 307)
  integer, parameter :: ks = selected_real_kind(6), kd = kind(1d0), none = selected_int_kind(99)
  integer, parameter :: a = 7/2 + mod(-7, 3) + modulo(-7, 3) - (-3), b = 2**5 - 3**2, c = (-7)/2, d = -2147483647 - 1
  integer, parameter :: e = iand(12, 10) + ior(12, 10)*100 + ieor(12, 10)*10000, f = 2*ieor(3, 4)
  integer, parameter :: g = nint(2.5) + int(-3.7) + floor(-3.2) + ceiling(3.2) + abs(-4) + sign(3, -1) + dim(5, 2)
  integer, parameter :: h = max(1, 5, 3) + min(4, 2) + not(5) + merge(1, 2, .true.) + merge(10, 20, .false.)
  logical, parameter :: p = 3 < 4 .and. .not. 2 == 3, q = 1 > 2 .or. 2 /= 2, r = p .eqv. .not. q, s = p .neqv. r
  logical, parameter :: t = 1 <= 1 .and. 2 >= 3 .or. 1.5 > 1.0, u = .false. .or. 2d0 <= 1d0
  integer(8), parameter :: big = 10000000000_8 + 2_k8**35 - huge(1), far = shiftl(1_8, 40) + ieor(shiftl(3_8, 33), 1_8)
  real(kr), parameter :: w = 2d0**3 + 1.5/2 - sqrt(2d0) + real(7, 8)/2 + 0.1, v = -w + (+2)*exp(0d0)
  real(ks), parameter :: z = 1.0/3.0, tiny1 = epsilon(1.0)
  real(8) :: table(3, 2), first(4), last(-1:1)
  integer :: i
  logical :: flag
  data table /3*1.5d0, 2.5d0, -1d0, +4d0/, (first(i), i = 1, 3, 2) /1d0, 3d0/, first(2), first(4) /2*7d0/
  data flag /.true./, (last(i), i = -1, 1) /3*0.25d0/
  y(1) = a + 10*b + 100*c + d/1000
  y(2) = e + f
  y(3) = g + 100*h
  y(4) = merge(1, 0, p) + 2*merge(1, 0, q) + 4*merge(1, 0, r) + 8*merge(1, 0, s) + 16*merge(1, 0, t) + 32*merge(1, 0, u)
  y(5) = real(big, 8) + real(far, 8)*1d-3
  y(6) = w + v*x(1)
  y(7) = z + tiny1
  y(8) = k4 + 10*k8 + 100*kr + 1000*ks + 10000*kd + 100000*none
  y(9) = sum(table) + first(1) + 10*first(2) + 100*first(3) + 1000*first(4)*x(2) + sum(last)
  if (flag) y(10) = x(3)
  select case (size(table) + a)
  case (:0, 100)
    y(11) = 1
  case (b/2:b)
    y(11) = 2*x(4)
  case default
    y(11) = 3
  end select
  y(12) = digits(1d0) + range(1.0) + precision(1d0)
end subroutine
