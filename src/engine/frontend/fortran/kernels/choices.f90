! Every form of choice, and of leaving it.
subroutine choices(x, y)
  implicit none
  real(8) :: x(6), y(12)
  integer :: i, n
  logical :: late
  n = 2
  y = 0
  do i = 1, 4
    select case (i)
    case (:1)
      y(1) = y(1) + x(1)*x(i)
    case (2:3)
      y(2) = y(2) + x(2)*x(i)
    case default
      y(3) = x(3)*x(i)
    end select
    select case (i > 2)
    case (.true.)
      y(4) = y(4) + x(4)*i
    case (.false.)
      y(5) = y(5) - x(5)*i
    end select
    select case (i == 3)
    case (.true.)
      y(6) = y(6) + x(6)
    end select
    late = i > 3 .neqv. x(1) > 5
    if (late .eqv. .true.) y(7) = sin(x(1))*i
    goto (10, 20, 30), i
    y(8) = y(8) + x(2)
    cycle
10  y(8) = y(8) + x(3)**2
    if (i - 2) 40, 20, 30
20  y(9) = y(9) + x(4)*x(1)
    if (i - n) 30, 40, 40
30  y(10) = y(10) + x(5)
40  continue
  end do
  if (n - 2) 60, 50, 60
50 y(11) = x(1)*x(6)
60 if (n - 3) 80, 70, 70
70 y(11) = 7
80 named: do i = 1, 3
    if (i == 2) cycle named
    inner: do while (.true.)
      if (x(i) < 3) exit inner
      y(12) = 99
      exit named
    end do inner
    y(12) = y(12) + x(i)/i
  end do named
  check: if (y(12) > 0) then
    y(12) = y(12)*2
    if (y(12) > 1) exit check
    y(12) = -y(12)
  else if (n == 0) then
    y(12) = 5
  else
    y(12) = 6
  end if check
end subroutine
