subroutine flat(a, v)
  real(8), intent(in) :: a(3,2)
  real(8), intent(out) :: v(6)
  v = pack(a, .true.)
end subroutine
