subroutine head(a, r)
  real(8), intent(in) :: a(6)
  real(8), intent(out) :: r
  r = product(transfer(a, [0.0d0], 3))
end subroutine
