! Work arrays of a module, made by one routine and used by others.
module solver_data
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), allocatable, dimension(:) :: u, unew
  real(dp), allocatable :: coef(:,:)
  integer :: nx
contains
  subroutine init_data(n)
    integer, intent(in) :: n
    nx = n
    allocate(u(nx), unew(nx))
    allocate(coef(0:nx, 2))
    coef = 0.5_dp
  end subroutine init_data
  subroutine advance()
    integer :: i
    do i = 2, nx - 1
      unew(i) = u(i) + coef(i-1,1)*(u(i+1) - 2*u(i) + u(i-1))
    end do
    unew(1) = u(1); unew(nx) = u(nx)*u(1)
    u = unew
  end subroutine advance
  real(dp) function energy()
    energy = sum(u**2)
  end function energy
end module solver_data
subroutine diffuse(n, x, s)
  use solver_data
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: s
  integer :: it
  call init_data(n)
  u = x
  do it = 1, 3
    call advance()
  end do
  s = energy()
  deallocate(u, unew, coef)
end subroutine diffuse
