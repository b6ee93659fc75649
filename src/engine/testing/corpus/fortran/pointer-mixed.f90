subroutine mixed(n, x, use_work, r)
  implicit none
  integer, intent(in) :: n
  real(8), target, intent(in) :: x(n)
  logical, intent(in) :: use_work
  real(8), intent(out) :: r
  real(8), pointer :: p(:)
  integer :: i
  if (use_work) then
    allocate(p(n))
    do i = 1, n
      p(i) = sin(x(i))
    end do
  else
    p => x
  end if
  r = sum(p**2)
  if (use_work) deallocate(p)
end subroutine
