! Upwind advection with a limiter; the arrays have ghost cells.
subroutine advect(q, u, n, dt, dx, steps)
  implicit none
  integer, intent(in) :: n, steps
  double precision, intent(inout) :: q(-1:n + 2)
  double precision, intent(in) :: u(0:n), dt, dx
  double precision, allocatable :: flux(:), slope(:)
  integer :: it
  allocate (flux(0:n), slope(-1:n + 2))
  do it = 1, min(steps, 3)
    q(-1:0) = q(1)
    q(n + 1:n + 2) = q(n)
    slope = 0
    where ((q(0:n) - q(-1:n - 1))*(q(1:n + 1) - q(0:n)) > 0) &
      slope(0:n) = 0.5d0*(q(1:n + 1) - q(-1:n - 1))
    where (u >= 0)
      flux = u*(q(0:n) + 0.5d0*slope(0:n))
    elsewhere
      flux = u*(q(1:n + 1) - 0.5d0*slope(1:n + 1))
    end where
    q(1:n) = q(1:n) - dt/dx*(flux(1:n) - flux(0:n - 1))
  end do
  deallocate (flux, slope)
end subroutine advect
