! Fluxes of a conservation law, passed by name through a module.
! Burgers with function pointer/abstract interface
module fluxes
  implicit none
  abstract interface
    pure function flux_fn(u) result(fl)
      real(8), intent(in) :: u
      real(8) :: fl
    end function
  end interface
contains
  pure function burgers(u) result(fl)
    real(8), intent(in) :: u
    real(8) :: fl
    fl = 0.5d0*u*u
  end function
  pure function linear(u) result(fl)
    real(8), intent(in) :: u
    real(8) :: fl
    fl = 2*u
  end function
  subroutine advance(u, dtdx, fn)
    real(8), intent(inout) :: u(0:)
    real(8), intent(in) :: dtdx
    procedure(flux_fn) :: fn
    real(8) :: unew(0:ubound(u,1))
    integer :: i, m
    m = ubound(u, 1)
    do i = 1, m - 1
      unew(i) = 0.5d0*(u(i-1)+u(i+1)) - 0.5d0*dtdx*(fn(u(i+1)) - fn(u(i-1)))
    end do
    unew(0) = unew(1); unew(m) = unew(m-1)
    u = unew
  end subroutine
end module
subroutine transport(n, x, s)
  use fluxes, only: advance, burgers, lin => linear
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: u(:)
  integer :: it
  u = x
  do it = 1, 3
    call advance(u, 0.1d0, burgers)
    call advance(u, 0.1d0, lin)
  end do
  s = dot_product(u, u)
end subroutine
