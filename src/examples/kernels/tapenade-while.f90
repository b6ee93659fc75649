! A while loop with a jump past the end of the if, after fig. 8 of the
! TAPENADE report: two places where control joins, and a counter.
subroutine chase(n, t, u, limit)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: t(n)
  real(8), intent(in) :: u(n), limit
  integer :: i
  i = 1
  do while (i <= n)
    if (t(i) < limit) then
      t(i) = t(i) * t(i) + u(i)
      if (t(i) < 0.5d0 * limit) goto 5
      t(i) = sin(t(i))
    else
      t(i) = t(i) - u(i)
    end if
    t(i) = 2.0d0 * t(i)
5   i = i + 1
  end do
end subroutine chase
