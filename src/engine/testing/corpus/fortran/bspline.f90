real(8) function bspline(i, k, t, x)
  implicit none
  integer, intent(in) :: i, k
  real(8), intent(in) :: t(*), x
  real(8) :: b(10), l, r
  integer :: j, m
  do j = 1, k
    b(j) = merge(1.0d0, 0.0d0, t(i+j-1) <= x .and. x < t(i+j))
  end do
  do m = 2, k
    do j = 1, k - m + 1
      l = t(i+j+m-2) - t(i+j-1)
      r = t(i+j+m-1) - t(i+j)
      b(j) = merge((x - t(i+j-1))/l*b(j), 0d0, l > 0) + merge((t(i+j+m-1) - x)/r*b(j+1), 0d0, r > 0)
    end do
  end do
  bspline = b(1)
end function
