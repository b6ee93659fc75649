subroutine diag(n, a, t)
  integer, intent(in) :: n
  real(8), intent(in), target :: a(n,n)
  real(8), intent(out) :: t
  real(8), pointer :: row(:)
  integer :: i
  t = 0
  do i = 1, n
    row => a(:,i)
    t = t + row(i)**2*sum(row)
  end do
end subroutine
