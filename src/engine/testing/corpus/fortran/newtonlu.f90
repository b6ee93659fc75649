subroutine implicit_step(n, u, dt, nu, ierr)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: ierr
  double precision, intent(inout) :: u(n)
  double precision, intent(in) :: dt, nu
  double precision :: jac(n,n), res(n), unew(n), piv, fac
  integer :: it, i, j, k, p
  ierr = 0
  unew = u
  newton: do it = 1, 4
    jac = 0d0
    do i = 1, n
      res(i) = unew(i) - u(i)
      jac(i,i) = 1d0
      if (i > 1 .and. i < n) then
        res(i) = res(i) - dt*nu*(unew(i+1) - 2*unew(i) + unew(i-1)) + dt*unew(i)*(unew(i+1) - unew(i-1))
        jac(i,i) = 1d0 + 2*dt*nu + dt*(unew(i+1) - unew(i-1))
        jac(i,i+1) = -dt*nu + dt*unew(i)
        jac(i,i-1) = -dt*nu - dt*unew(i)
      end if
    end do
    if (maxval(abs(res)) < 1d-13) exit newton
    do k = 1, n
      p = k - 1 + maxloc(abs(jac(k:n,k)), dim=1)
      if (jac(p,k) == 0d0) then
        ierr = k
        return
      end if
      if (p /= k) then
        do j = 1, n
          piv = jac(k,j); jac(k,j) = jac(p,j); jac(p,j) = piv
        end do
        piv = res(k); res(k) = res(p); res(p) = piv
      end if
      do i = k + 1, n
        fac = jac(i,k)/jac(k,k)
        jac(i,k:n) = jac(i,k:n) - fac*jac(k,k:n)
        res(i) = res(i) - fac*res(k)
      end do
    end do
    do i = n, 1, -1
      res(i) = (res(i) - dot_product(jac(i,i+1:n), res(i+1:n)))/jac(i,i)
    end do
    unew = unew - res
  end do newton
  u = unew
end subroutine
