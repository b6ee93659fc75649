module solver
  implicit none
  integer, parameter :: dp = selected_real_kind(15)
contains
  subroutine solve(x, n, tol, cost)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    real(dp), intent(in) :: tol
    real(dp), intent(out) :: cost
    real(dp) :: g(n), step
    integer :: k
    step = tol
    do k = 1, 3
      call gradient
      x = x - step*g
    end do
    cost = value_of(x)
  contains
    subroutine gradient
      g = 2*x + x**3
      step = step*0.9_dp
    end subroutine gradient
    function value_of(z) result(v)
      real(dp), intent(in) :: z(:)
      real(dp) :: v
      v = sum(z**2) + tol
    end function value_of
  end subroutine solve
end module solver
