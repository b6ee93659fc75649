subroutine swe(h, u, v, nx, ny, dt, dx, g)
  implicit none
  integer, intent(in) :: nx, ny
  real, intent(inout) :: h(nx,ny), u(nx,ny), v(nx,ny)
  real, intent(in) :: dt, dx, g
  real, dimension(nx,ny) :: hn
  integer :: i, j
  hn = h
  do j = 2, ny-1
    do i = 2, nx-1
      hn(i,j) = h(i,j) - dt/(2*dx)*(h(i+1,j)*u(i+1,j) - h(i-1,j)*u(i-1,j) + h(i,j+1)*v(i,j+1) - h(i,j-1)*v(i,j-1))
    end do
  end do
  h = hn
  u(2:nx-1,:) = u(2:nx-1,:) - g*dt/(2*dx)*(h(3:nx,:) - h(1:nx-2,:))
  v(:,2:ny-1) = v(:,2:ny-1) - g*dt/(2*dx)*(h(:,3:ny) - h(:,1:ny-2))
end subroutine
