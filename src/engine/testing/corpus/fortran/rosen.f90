module kinds
  implicit none
  integer, parameter :: dp = kind(1.d0)
end module kinds
module testfun
  use kinds, only: dp
  implicit none
  private
  public :: rosen
contains
  pure function rosen(x) result(f)
    real(dp), intent(in) :: x(:)
    real(dp) :: f
    integer :: n
    n = size(x)
    f = sum(100.0_dp*(x(2:n) - x(1:n-1)**2)**2 + (1.0_dp - x(1:n-1))**2)
  end function rosen
end module testfun
