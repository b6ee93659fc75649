! Table 2.1 of the paper on to-be-recorded analysis, as printed; check ends the loop.
logical function check(j)
  implicit none
  integer, intent(in) :: j
  check = j > 4
end function check

subroutine sweep(x)
  implicit none
  real(8) :: x(0:11), a
  integer :: i, j
  logical, external :: check
  i = 0
  j = 10
  a = 3.14159
  do while (check(j))
    if (max(i, j) > 7) then
      x(i) = j + sin(x(i))
    else
      x(j) = j*cos(x(j)) + a
    end if
    i = i + 1
    j = j - 1
    a = a/2
  end do
end subroutine sweep
