! POINTER: swaps in loops, parts, memory of their own, choices, tests.
subroutine pointed(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(8), target :: a(6), b(0:5), c(2, 3)
  real(8), pointer :: p(:), q(:), t(:), w(:), s, col(:)
  real(8), pointer :: none(:) => null()
  integer :: k, i
  a = x
  b = 0
  c = reshape(x, [2, 3])
  y = 0
  p => a
  q => b
  do k = 1, 3
    do i = 2, 5
      q(i) = p(i - 1)*0.5d0 + p(i)
    end do
    if (k == 2 .and. x(1) > 0) cycle
    t => p
    p => q
    q => t
  end do
  y(1) = sum(p)
  y(2) = q(2)
  if (associated(p, a)) y(3) = 1
  if (associated(p, b)) y(3) = 2
  q => b
  y(4) = q(0) + q(lbound(q, 1)) + size(q)
  do k = 1, 3
    col => c(:, k)
    col = col*k
    y(5) = y(5) + col(1)*col(2)
  end do
  if (x(1) > 0) s => c(2, 2)
  s = s + 1
  allocate (w(3))
  w = a(1:3)
  y(6) = dot_product(w, c(2, :))
  deallocate (w)
  p => a(2:5)
  p(1) = 7
  y(7) = a(2) + ubound(p, 1)
  if (x(2) > 100) then
    p => b(1:2)
  else
    allocate (p(2))
    p = 3*x(1:2)
  end if
  y(8) = sum(p)
  nullify (p, q)
  if (.not. associated(p)) y(9) = 1
  if (.not. associated(none)) y(10) = 4
  if (associated(p, q)) y(10) = 5
  y(11:12) = c(:, 2)
end subroutine
