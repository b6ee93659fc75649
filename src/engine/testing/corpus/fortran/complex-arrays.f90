subroutine mix(n, a, b, s)
  integer, intent(in) :: n
  complex*16, intent(in) :: a(n), b(n)
  complex*16, intent(out) :: s
  complex*16 :: t(n)
  t = a*conjg(b) + 2.0d0*a
  t = t*t - t
  s = sum(t) + dot_product(a, b) + t(1)*sqrt(a(2)) + log(b(1))
end subroutine
