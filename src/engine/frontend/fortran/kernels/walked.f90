! Loops that change what they were told, loops down and of steps that are known late, jumps to their ends.
subroutine walked(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer :: i, j, m, step
  integer(8) :: long
  m = 6
  do i = 1, m
    m = 2
    y(1) = y(1) + x(i)
  end do
  step = 2
  do i = 1, 6, step
    step = 1
    y(2) = y(2) + x(i)*i
  end do
  step = -2
  do i = 6, 1, step
    call turned(step)
    y(3) = y(3) + x(i)*i
  end do
  y(3) = y(3) + 100*i
  do 10 i = 1, 6
    if (mod(i, 2) == 0) goto 10
    y(4) = y(4) + x(i)
10 continue
  do 20 i = 1, 3
  do 20 j = i, 3
20  y(5) = y(5) + x(i)*x(j)
  do long = 3_8, 1_8, -1_8
    y(6) = y(6) + x(int(long))*long
  end do
  step = 2
  do i = 1, 5, step
    do step = 1, 2
      y(7) = y(7) + x(step)
    end do
  end do
  outer: do i = 1, 6
    do j = 1, 6
      if (x(j) > 2) cycle outer
      if (i + j > 8) exit outer
      y(8) = y(8) + x(j)
    end do
  end do outer
  i = 0
  do
    i = i + 1
    if (i > 6) exit
    if (x(i) < 1) cycle
    y(9) = y(9) + x(i)
  end do
  do while (i > 3)
    i = i - 1
    y(10) = y(10) + x(i)
  end do
  forall (i = 1:6:2, x(i) < 2) y(11) = x(3)
  i = 3
  if (i - 3) 30, 40, 50
30 y(12) = 1
40 y(12) = y(12) + 2*x(1)
  goto (50, 60, 30) i - 1
50 y(12) = y(12) + 3
60 continue
contains
  subroutine turned(k)
    integer, intent(inout) :: k
    k = 5
  end subroutine
end subroutine
