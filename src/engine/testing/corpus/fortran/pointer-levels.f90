! Multistep: the last three right-hand sides, pointers turning round.
subroutine ab3(n, y, h, steps)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: y(n)
  real(8), intent(in) :: h
  real(8), target :: f1(n), f2(n), f3(n)
  real(8), dimension(:), pointer :: fn, fm, fo, swap
  integer :: k
  fn => f1; fm => f2; fo => f3
  fm = -y
  fo = -y
  do k = 1, steps
    fn = -y*y
    y = y + h/12*(23*fn - 16*fm + 5*fo)
    swap => fo
    fo => fm
    fm => fn
    fn => swap
  end do
end subroutine
