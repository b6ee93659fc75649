subroutine lj(n, pos, eps, sig, e, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: pos(3,n), eps, sig
  real(8), intent(out) :: e, f(3,n)
  real(8) :: d(3), r2, s6, ff
  integer :: i, j
  e = 0.0d0
  f(:,:) = 0.0d0
  do i = 1, n-1
    do j = i+1, n
      d = pos(:,i) - pos(:,j)
      r2 = sum(d*d) + 0.1d0
      s6 = (sig*sig/r2)**3
      e = e + 4.d0*eps*(s6*s6 - s6)
      ff = 24.d0*eps*(2.d0*s6*s6 - s6)/r2
      f(:,i) = f(:,i) + ff*d
      f(:,j) = f(:,j) - ff*d
    end do
  end do
end subroutine lj
