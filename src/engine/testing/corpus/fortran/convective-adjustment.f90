subroutine adjust(km, t, rho, dz, a, n, s)
  implicit none
  integer, intent(in) :: km, n
  real(8), intent(inout) :: t(n, km), a(n, n)
  real(8), intent(in) :: rho(n, km), dz(km)
  real(8), intent(out) :: s(n)
  integer :: k, i, j
  do k = 1, km - 1
    where (rho(:, k) > rho(:, k+1))
      t(:, k) = (dz(k)*t(:, k) + dz(k+1)*t(:, k+1))/(dz(k) + dz(k+1))
      t(:, k+1) = t(:, k)
    elsewhere
      t(:, k) = t(:, k+1)*t(1, k)
    end where
  end do
  where (a(2:n, :) > 1) a(2:n, :) = a(1:n-1, :)*a(2:n, :)
  forall (i = 1:n, j = 1:n, i /= j) a(i, j) = a(j, i)*2 + a(1, 1)
  forall (i = 2:n-1)
    s(i) = a(i, i)
  end forall
  s(1) = 1; s(n) = 2
  forall (i = 2:n-1) s(i) = 0.5*(s(i-1) + s(i+1))
end subroutine
