! Arrays that grow and shrink while they are used, and memory that a jump leaves: as much as they can come to.
subroutine growing(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  call collected(y(1), y(2))
  call ruled(2, y(3))
  call ruled(3, y(4))
  call stopped(y(5))
  call stepped(y(6))
  call bordered(y(7), y(8))
  call assembled(4, y(9))
  call refined(y(10))
  call kept(y(11))
  call paired(y(11))
  call shrinking(y(12))
contains
  subroutine collected(r, s)
    real(8), intent(out) :: r, s
    real(8), allocatable :: nodes(:), vals(:)
    integer :: i
    allocate (nodes(0), vals(0))
    do i = 1, 6
      if (x(i) > 1) then
        nodes = [nodes, x(i)]
        vals = [vals, sin(x(i)), x(1)]
      end if
    end do
    r = sum(nodes)*sum(vals)
    s = vals(size(vals) - 1)*size(nodes)
  end subroutine
  subroutine ruled(order, r)
    integer, intent(in) :: order
    real(8), intent(out) :: r
    real(8), allocatable :: w(:), at(:)
    integer :: k
    select case (order)
    case (2)
      at = [-1/sqrt(3d0), 1/sqrt(3d0)]
      w = [1d0, 1d0]
    case default
      at = [-sqrt(0.6d0), 0d0, sqrt(0.6d0)]
      w = [5d0/9, 8d0/9, 5d0/9]
    end select
    r = 0
    do k = 1, size(w)
      r = r + w(k)*exp(x(2)*at(k))
    end do
  end subroutine
  subroutine stopped(r)
    real(8), intent(out) :: r
    real(8), allocatable :: h(:)
    integer :: n, i
    n = count(x > 0.5d0)
    allocate (h(n - 1))
    r = 0
    if (n < 2) stop 'too few'
    do i = 1, n - 1
      h(i) = x(i + 1) - x(i)
      if (h(i) < 0) cycle
      r = r + h(i)**2
      if (r > 3) return
    end do
    r = r + sum(h)
  end subroutine
  subroutine stepped(r)
    real(8), intent(out) :: r
    real(8), allocatable :: u(:)
    integer :: it, n
    r = 0
    do it = 1, 5
      n = 3*it
      if (mod(it, 2) == 0) cycle
      allocate (u(-1:n))
      u = x(it)
      u(0:n - 1) = 0.5d0*(u(-1:n - 2) + u(1:n))*x(1)
      r = r + sum(u)*lbound(u, 1)
      deallocate (u)
      if (r > 100) exit
    end do
  end subroutine
  subroutine bordered(r, s)
    real(8), intent(out) :: r, s
    real(8), allocatable :: a(:, :), b(:, :)
    integer :: n, m
    a = reshape([x(1)], [1, 1])
    do n = 2, 4
      if (x(n) < 1) cycle
      m = size(a, 1)
      allocate (b(m + 1, m + 1))
      b = 0
      b(:m, :m) = a
      b(m + 1, m + 1) = x(n)
      b(1, m + 1) = x(n)*x(1)
      a = matmul(b, transpose(b))
      deallocate (b)
    end do
    r = sum(a(:, 1))
    s = trace(a)*size(a)
  end subroutine
  real(8) function trace(m)
    real(8), intent(in) :: m(:, :)
    integer :: k
    trace = sum([(m(k, k), k=1, size(m, 1))])
  end function
  subroutine assembled(n, r)
    integer, intent(in) :: n
    real(8), intent(out) :: r
    integer, allocatable :: row(:)
    real(8), allocatable :: va(:)
    integer :: i, j
    r = 0
    do i = n, 1, -1
      allocate (row(0), va(0))
      do j = max(1, i - 1), min(n, i + 1)
        row = [row, j]
        va = [va, merge(2 + x(i), -x(j), i == j)]
      end do
      r = r + dot_product(va, x(row))
      deallocate (row, va)
    end do
  end subroutine
  subroutine refined(r)
    real(8), intent(out) :: r
    real(8), allocatable :: f(:)
    integer :: j, k
    f = [x(1), x(4)]
    do k = 1, 3
      f = [f(1), (0.5d0*(f(j) + f(j + 1)), f(j + 1), j=1, size(f) - 1)]
    end do
    r = dot_product(f, f)
  end subroutine
  subroutine kept(r)
    real(8), intent(out) :: r
    real(8), allocatable :: h(:)
    integer :: n, k
    r = 0
    n = count(x > 1)
    do k = 1, 3
      if (k == 1) allocate (h(n))
      h = x(k)
      r = r + sum(h)
      n = n + 1
    end do
  end subroutine
  subroutine paired(r)
    real(8), intent(inout) :: r
    real(8), allocatable :: p(:, :), wider(:, :)
    integer :: i, n
    allocate (p(2, 0))
    do i = 1, 3
      n = size(p, 2)
      allocate (wider(2, n + 1))
      wider(:, :n) = p
      wider(:, n + 1) = [x(i), x(i)**2]
      call move_alloc(wider, p)
    end do
    r = r + dot_product(p(1, :), p(2, :))
  end subroutine
  subroutine shrinking(r)
    real(8), intent(out) :: r
    real(8), allocatable :: q(:)
    integer :: k
    r = 0
    q = x
    do k = 1, 3
      q = q(2:) + q(:size(q) - 1)
      r = r + q(1)
      q = pack(q, q > 1.5d0)
    end do
    r = r*size(q)
  end subroutine
end subroutine
