! free form, as standards and habits of thirty years have it
subroutine traps(n, x, y, &
     & z)   ! a comment behind
  use, intrinsic :: iso_fortran_env, only: real64, int32
  implicit none
  integer, parameter :: dp = real64, sp = kind(1.0)
  integer(int32), intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(kind=dp), intent(out) :: y
  real(dp), intent(inout) :: z
  real(dp), dimension(0:n-1, -1:1) :: w
  integer :: i, j; real(dp) :: t
  logical :: odd
  real(dp), parameter :: c(2, 2) = reshape((/ 1d0, 2d0, 3d0, 4d0 /), (/ 2, 2 /))
  w = 0.0_dp; y = 1.0_dp
  outer: do i = 1, n
    do j = -1, 1
      if (j == 0) cycle
      if (x(i) > 5.0_dp) cycle outer
      if (i*j > 40) exit outer
      w(i-1, j) = x(i)**j + 1.0e-1_dp*x(i)
    end do
    select case (mod(i, 6))
    case (:0)
      t = 2.0_dp
    case (1, 3)
      t = -x(i)
    case (4:)
      t = x(i)*x(i)*c(2, 1)
    case default
      t = 0.5d0
    end select
    y = y + t * sum(w(i-1, :))
  end do outer
  odd = mod(n, 2) /= 0 .neqv. .true.
  z = z * merge(y, 2*y, odd) + dot_product(w(:, -1), w(:, 1)) + maxval(w(:,1)) &
    &+ norm2(x) + real(int(2.7_sp), dp) + 1.e0_sp
  ! a comment between two lines of one statement
  z = z * ma&
      &x(1d0, y) + &

      half(z)
  if (odd .or. n >= 2) then; z = z + 1; else if (n < 0) then; z = 0; end if
contains
  pure elemental function half(v) result(h)
    real(dp), intent(in) :: v
    real(dp) :: h
    h = v/2
  end function half
end subroutine traps
