module params
  implicit none
  real(8) :: alpha = 0.3d0, beta = 2.0d0
  real(8), parameter :: pi = 3.14159265358979d0, tab(3) = (/ 1.d0, 2.d0, 4.d0 /)
  integer, parameter :: n = 4
  real(8), save :: grid(n)
contains
  subroutine init()
    integer :: i
    do i = 1, n
      grid(i) = alpha*i
    end do
  end subroutine
  real(8) function cost(x)
    real(8), intent(in) :: x(n)
    call init
    cost = beta*sum((x - grid)**2)*pi + dot_product(tab, x(1:3))
  end function
end module
