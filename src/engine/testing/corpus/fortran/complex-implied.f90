! A transform by sums over implied loops of complex numbers.
subroutine power(n, x, s)
  implicit none
  integer, parameter :: wp = selected_real_kind(15, 307)
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(out) :: s
  complex(wp), parameter :: ci = (0.0_wp, 1.0_wp)
  complex(wp) :: z(n), w(n)
  integer :: j, k, lun, ios
  real(wp) :: pi
  logical :: flag
  character(80) :: msg
  pi = acos(-1.0_wp)
  z = cmplx(x, 0, wp)
  do k = 1, n
    w(k) = sum([(z(j)*exp(-2*pi*ci*(j-1)*(k-1)/n), j = 1, n)])
  end do
  s = sum(abs(w)**2)/n
  flag = any(abs(w) > 100)
  if (flag) then
    write(msg, '(a,i0)') 'overflow ', n
    print '(a)', trim(msg)
    stop 1
  end if
  where (aimag(w) > 0)
    w = conjg(w)
  elsewhere
    w = w*2
  end where
  s = s + real(dot_product(w, z))
end subroutine
