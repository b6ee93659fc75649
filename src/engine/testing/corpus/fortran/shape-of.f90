subroutine laplace(u, v)
  implicit none
  real(8), intent(in) :: u(:,:)
  real(8), intent(out) :: v(:,:)
  integer :: n(2)
  integer :: i, j
  n = shape(u)
  v = 0.0d0
  do j = 2, n(2) - 1
    do i = 2, n(1) - 1
      v(i,j) = u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4.0d0*u(i,j)
    end do
  end do
  if (all(shape(u) == shape(v))) v = v*product(shape(v))
end subroutine
