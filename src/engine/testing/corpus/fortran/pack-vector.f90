! Upwind differences where the wind blows, padded with the old values.
subroutine upwind(n, u, w, flux)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n), w(n)
  real(8), intent(out) :: flux
  real(8) :: east(n)
  east = pack(u*w, w > 0.0d0, w**2)
  flux = sum(east)/size(east)
end subroutine
