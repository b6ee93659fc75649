! The loop of table 2.1 in the paper on to-be-recorded analysis.
subroutine sweep(n, x)
  implicit none
  integer :: n, i, j
  real(8) :: x(0:n-1), a
  i = 0
  j = n - 1
  a = 3.14159d0
  do while (j > 0)
    if (i > j) then
      x(i) = j + sin(x(i))
    else
      x(j) = j * cos(x(j)) + a
    end if
    i = i + 1
    j = j - 1
    a = a / 2
  end do
end subroutine sweep
