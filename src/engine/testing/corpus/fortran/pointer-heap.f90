subroutine work(n, x, r)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: r
  real(8), pointer :: w(:), v(:) => null()
  allocate(w(n), v(n))
  w = x**2
  v = w*x
  r = sum(w) + dot_product(v, w)
  if (associated(w)) deallocate(w)
  deallocate(v)
  nullify(w, v)
end subroutine
