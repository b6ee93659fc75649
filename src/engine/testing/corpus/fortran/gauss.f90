subroutine gauss(a, b, x, n)
  implicit none
  integer, parameter :: wp = selected_real_kind(15, 307)
  integer, intent(in) :: n
  real(wp), intent(inout) :: a(n,n), b(n)
  real(wp), intent(out) :: x(n)
  real(wp) :: row(n), f
  integer :: i, k, p
  do k = 1, n-1
    p = maxloc(abs(a(k:n,k)), dim=1) + k - 1
    if (p /= k) then
      row = a(k,:); a(k,:) = a(p,:); a(p,:) = row
      f = b(k); b(k) = b(p); b(p) = f
    end if
    do i = k+1, n
      f = a(i,k)/a(k,k)
      a(i,k:n) = a(i,k:n) - f*a(k,k:n)
      b(i) = b(i) - f*b(k)
    end do
  end do
  do i = n, 1, -1
    x(i) = (b(i) - dot_product(a(i,i+1:n), x(i+1:n)))/a(i,i)
  end do
end subroutine gauss
