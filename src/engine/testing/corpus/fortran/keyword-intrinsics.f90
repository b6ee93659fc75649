subroutine kw(n, a, s)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n)
  real(8), intent(out) :: s
  real(8) :: r(n)
  r = sum(array=a, dim=2)
  s = maxval(array=r) + dot_product(vector_a=r, vector_b=r) + sum(r, mask=r>0.1d0) + max(a1=r(1),a2=r(2)) + atan2(y=r(1), x=r(2)) + sign(a=r(1), b=-1d0) + real(size(array=a, dim=1), kind=8)
end subroutine
