module grid_
  use iso_fortran_env, only: dp => real64
  implicit none
  integer, parameter :: n = 4
  real(dp), parameter :: weights(n) = [1.0_dp, 2.0_dp, 3.0_dp, 4.0_dp], half = 0.5_dp
  real(dp) :: field(0:n) = 1.0_dp, scale_ = 2
contains
  elemental function square(v) result(r)
    real(dp), intent(in) :: v
    real(dp) :: r
    r = v*v
  end function
  subroutine advance(u)
    real(dp), intent(inout) :: u(0:)
    u(1:n) = half*(u(0:n-1) + square(u(1:n)))
    field = field + scale_*u(0:n)
  end subroutine
end module

subroutine modules(x, y)
  use grid_, only: advance, field, w => weights, square, m => n
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: u(0:4)
  integer :: i
  u = x(2:6)
  call advance(u)
  call advance(u)
  y(1:5) = field
  y(6:10) = square(u) + square(x(1))
  y(11) = sum(w*x(1:m))
  y(12) = 0
  do i = 1, m
    y(12) = y(12) + w(i)*field(i)
  end do
end subroutine
