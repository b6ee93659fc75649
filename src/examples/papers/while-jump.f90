! Fig. 8 of the report on TAPENADE, as printed: two places where control joins, and a counter.
subroutine sub2(t, u)
  implicit none
  real(8), intent(inout) :: t(0:25), u(0:25)
  integer :: i
  i = 5
  do while (t(i) > 0.0)
    if (t(i) > 1.0) then
      u(i) = u(i) + log(t(i))
    else
      u(i) = u(i) + t(i-5)
      if (u(i) < 0.0) goto 5
    end if
    t(i) = 3*u(i)
5   i = i + 5
    t(i) = 2*t(i) + 1
  end do
end subroutine sub2
