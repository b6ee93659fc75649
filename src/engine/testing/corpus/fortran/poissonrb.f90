subroutine sor(u, f, nx, ny, omega, niter)
  implicit none
  integer, intent(in) :: nx, ny, niter
  real(8), intent(inout) :: u(0:nx+1, 0:ny+1)
  real(8), intent(in) :: f(nx, ny), omega
  integer :: i, j, it, color
  real(8) :: h2, res
  h2 = 1.d0/dble((nx+1)*(ny+1))
  do it = 1, niter
    do color = 0, 1
      do j = 1, ny
        do i = 1 + mod(j + color, 2), nx, 2
          res = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - h2*f(i,j)) - u(i,j)
          u(i,j) = u(i,j) + omega*res
        end do
      end do
    end do
  end do
end subroutine sor
