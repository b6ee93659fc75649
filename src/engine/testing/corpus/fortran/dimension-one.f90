subroutine f(n, x, y)
  integer n
  double precision x(1), y(1)
  integer i
  do i = 1, n
    y(i) = x(i)**2
  end do
end subroutine
