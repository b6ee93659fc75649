module m_types
  use iso_fortran_env
  implicit none
  integer, parameter :: wp = real64
end module
module m_ode
  use m_types
  implicit none
  abstract interface
    function f_t(t, y) result(dy)
      import :: wp
      real(wp), intent(in) :: t, y(:)
      real(wp) :: dy(size(y))
    end function
  end interface
contains
  subroutine euler(f, y, t0, h, n)
    procedure(f_t) :: f
    real(wp), intent(inout) :: y(:)
    real(wp), intent(in) :: t0, h
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      y = y + h*f(t0 + (i-1)*h, y)
    end do
  end subroutine
  function lorenz(t, y) result(dy)
    real(wp), intent(in) :: t, y(:)
    real(wp) :: dy(size(y))
    dy(1) = 10*(y(2) - y(1))
    dy(2) = y(1)*(28 - y(3)) - y(2)
    dy(3) = y(1)*y(2) - 8*y(3)/3 + 0*t
  end function
  subroutine solve(y, h)
    real(wp), intent(inout) :: y(3)
    real(wp), intent(in) :: h
    call euler(lorenz, y, 0.0_wp, h, 4)
  end subroutine
end module
