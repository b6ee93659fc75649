module t
  type view
    integer :: n
    real(8), pointer :: x(:) => null()
  end type
contains
  subroutine total(v, s)
    type(view), intent(in) :: v
    real(8), intent(out) :: s
    integer :: i
    s = 0
    do i = 1, v%n
      s = s + v%x(i)**2
    end do
  end subroutine
  subroutine f(n, a, s)
    integer, intent(in) :: n
    real(8), intent(in), target :: a(n)
    real(8), intent(out) :: s
    type(view) :: v
    v%n = n
    v%x => a
    call total(v, s)
    s = s + sum(v%x(2:n))
  end subroutine
end module
