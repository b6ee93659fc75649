! Arrays and pointers that have one memory after another.
subroutine remade(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8), allocatable :: a(:), b(:), m(:, :), t(:, :)
  real(8), allocatable :: z(:)
  integer :: k, ierr
  logical :: has
  allocate (a(3))
  a = x(1:3)**2
  y(1) = sum(a)
  deallocate (a)
  allocate (a(0:4), stat=ierr)
  a(0:4) = x(2:6)*x(1)
  y(2) = a(0) + a(4) + ubound(a, 1) + ierr
  allocate (b(2*size(a)))
  b(1:5) = a
  b(6:10) = 3*a
  call move_alloc(b, a)
  y(3) = a(1) + a(10) + size(a)
  if (.not. allocated(b)) y(3) = y(3)*x(2)
  has = allocated(a)
  y(4) = merge(x(3), x(4), has)
  do k = 1, 3
    if (allocated(z)) then
      y(5) = y(5) + z(k)*x(k)
      deallocate (z)
    else
      allocate (z(6))
      z(:) = k*x(3)
    end if
  end do
  if (allocated(z)) y(6) = sum(z)
  allocate (m(2, 2))
  m = reshape(x(1:4), [2, 2])
  allocate (t(2, 3))
  t(:, 1:2) = m
  t(:, 3) = x(5:6)
  call move_alloc(to=m, from=t)
  y(7) = sum(m(1, :))*sum(m(2, :)) + size(m, 2)
  m = 2*m
  y(8) = m(2, 3)
  if (x(1) > 1) then
    allocate (b(2))
    b = x(1:2)
  else
    allocate (b(4))
    b = x(1:4)**2
  end if
  y(9) = sum(b)*size(b)
  call half(b(1:2), y(10))
  call chained(x, y(11:12))
contains
  subroutine half(v, r)
    real(8), intent(in) :: v(:)
    real(8), intent(out) :: r
    r = sum(v)/2
  end subroutine half
  subroutine chained(x, r)
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: r(2)
    real(8), allocatable :: g(:, :), u(:, :)
    real(8), pointer :: p(:), q(:)
    integer :: k
    allocate (g(2, 3))
    g = reshape(x, [2, 3])
    nullify (q)
    do k = 1, 3
      allocate (p(6))
      p = k*x + g(1, 2)
      if (k < 3) q => p
    end do
    r(1) = sum(q)*sum(p)
    do k = 1, 4
      allocate (u(2, 3))
      u = g*x(k)
      call move_alloc(u, g)
    end do
    r(2) = sum(g)
  end subroutine chained
end subroutine remade
