subroutine flux(n, dir, u, v, f)
  implicit none
  integer, intent(in) :: n, dir
  real(8), target, intent(in) :: u(n), v(n)
  real(8), intent(out) :: f
  real(8), pointer :: q(:)
  integer :: i
  select case (dir)
  case (1)
    q => u
  case default
    q => v(1:n)
  end select
  f = 0
  do i = 2, size(q)
    f = f + q(i)*q(i-1)
  end do
  if (associated(q, u)) f = 2*f
end subroutine
