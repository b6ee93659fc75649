subroutine step(h, u, v, nx, ny, dx, dt, g)
  implicit none
  integer, intent(in) :: nx, ny
  real(8), intent(inout) :: h(0:nx+1,0:ny+1), u(0:nx+1,0:ny+1), v(0:nx+1,0:ny+1)
  real(8), intent(in) :: dx, dt, g
  real(8) :: hn(0:nx+1,0:ny+1)
  integer :: i, j
  do concurrent (i = 1:nx, j = 1:ny)
    hn(i,j) = h(i,j) - dt/(2*dx)*(h(i,j)*(u(i+1,j) - u(i-1,j)) + h(i,j)*(v(i,j+1) - v(i,j-1)))
  end do
  u(1:nx,1:ny) = u(1:nx,1:ny) - dt*g/(2*dx)*(h(2:nx+1,1:ny) - h(0:nx-1,1:ny))
  v(1:nx,1:ny) = v(1:nx,1:ny) - dt*g/(2*dx)*(h(1:nx,2:ny+1) - h(1:nx,0:ny-1))
  h(1:nx,1:ny) = hn(1:nx,1:ny)
  h(0,:) = h(nx,:)
  h(nx+1,:) = h(1,:)
  h(:,0) = h(:,ny)
  h(:,ny+1) = h(:,1)
end subroutine step
