module constants
  implicit none
  integer, parameter :: rk = 8
  real(rk), parameter :: sigma0 = 0.2_rk
  real(rk), save :: rate = 0.05_rk
end module
module pricer
  use constants, only: rk, sigma0, r => rate
  implicit none
contains
  subroutine crank_nicolson(s, k, t, m, n, price)
    real(rk), intent(in) :: s, k, t
    integer, intent(in) :: m, n
    real(rk), intent(out) :: price
    real(rk) :: v(0:m), a(m-1), b(m-1), c(m-1), d(m-1), dt, w, ds
    integer :: i, j
    dt = t/n
    ds = 2*k/m
    do i = 0, m
      v(i) = max(i*ds - k, 0.0_rk)
    end do
    do j = 1, n
      do i = 1, m - 1
        a(i) = 0.25_rk*dt*(sigma0**2*i*i - r*i)
        b(i) = -0.5_rk*dt*(sigma0**2*i*i + r)
        c(i) = 0.25_rk*dt*(sigma0**2*i*i + r*i)
        d(i) = a(i)*v(i-1) + (1 + b(i))*v(i) + c(i)*v(i+1)
      end do
      d(m-1) = d(m-1) + c(m-1)*v(m)
      b(1) = 1 - b(1)
      do i = 2, m - 1
        w = -a(i)/b(i-1)
        b(i) = 1 - b(i) + w*c(i-1)
        d(i) = d(i) - w*d(i-1)
      end do
      v(m-1) = d(m-1)/b(m-1)
      do i = m - 2, 1, -1
        v(i) = (d(i) + c(i)*v(i+1))/b(i)
      end do
    end do
    i = min(m - 1, max(0, int(s/ds)))
    w = s/ds - i
    price = (1 - w)*v(i) + w*v(i+1)
  end subroutine
end module
