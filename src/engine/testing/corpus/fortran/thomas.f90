subroutine tridag(a, b, c, r, u, n)
  implicit none
  integer, intent(in) :: n
  double precision, dimension(n), intent(in) :: a, b, c, r
  double precision, dimension(n), intent(out) :: u
  double precision :: gam(n), bet
  integer :: j
  if (b(1) == 0.d0) stop 'tridag: rewrite equations'
  bet = b(1)
  u(1) = r(1)/bet
  do j = 2, n
    gam(j) = c(j-1)/bet
    bet = b(j) - a(j)*gam(j)
    if (bet == 0.d0) return
    u(j) = (r(j) - a(j)*u(j-1))/bet
  end do
  do j = n-1, 1, -1
    u(j) = u(j) - gam(j+1)*u(j+1)
  end do
end subroutine tridag
