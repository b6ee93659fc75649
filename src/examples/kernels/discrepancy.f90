! How far are two arrays apart? Fig. 4 of the TAPENADE report.
subroutine discrepancy(n, t, u, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), u(n)
  real(8), intent(out) :: e
  real(8) :: e1, e2
  integer :: i
  e2 = 0.0d0
  do i = 1, n
    e1 = t(i) - u(i)
    e2 = e2 + e1 * e1
  end do
  e = sqrt(e2)
end subroutine discrepancy
