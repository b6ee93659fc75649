! Arrays whose size is found on the way, or changes.
subroutine latesizes(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8), allocatable :: hosted(:)
  call counted(y(1))
  call refined(y(2))
  call chosen(y(3))
  call assigned(y(4))
  call turned(y(5), y(6))
  call between(y(7))
  call returning(y(8))
  allocate (hosted(count(x > 1)))
  call fill()
  y(9) = sum(hosted)
  call crossed(y(10))
  call copied(y(11))
  call asked(y(12))
contains
  subroutine counted(r)
    real(8), intent(out) :: r
    real(8), allocatable :: h(:), q(:)
    integer :: n, k, i
    n = count(x > 1)
    allocate (h(n), q(0:n))
    h = pack(x, x > 1)
    n = n + 2
    q(0) = x(2)
    do i = 1, size(h)
      q(i) = q(i - 1)*0.5d0 + h(i)**2
    end do
    k = ubound(q, 1)
    r = q(k)*n
  end subroutine
  subroutine refined(r)
    real(8), intent(out) :: r
    real(8), allocatable :: f(:)
    integer :: n, level, i
    n = 2
    r = 0
    do level = 1, 3
      allocate (f(0:n))
      f = [(sin(x(1)*i/n), i=0, n)]
      r = r + sum(f)/n
      deallocate (f)
      n = 2*n
    end do
  end subroutine
  subroutine chosen(r)
    real(8), intent(out) :: r
    real(8), allocatable :: u(:)
    integer :: n
    n = nint(x(5))
    if (x(2) > 1) then
      allocate (u(n))
    else
      allocate (u(2*n))
    end if
    u = x(3)
    r = sum(u)*size(u)
  end subroutine
  subroutine assigned(r)
    real(8), intent(out) :: r
    real(8), allocatable :: v(:)
    v = x(1:2)
    r = sum(v)
    v = [v, x(3)*x(4)]
    v = [x(6), v]
    r = r + dot_product(v, v)*size(v)
    v = v(2:3)
    r = r + v(1)*v(2)
  end subroutine
  subroutine turned(r, s)
    real(8), intent(out) :: r, s
    real(8), allocatable :: z(:, :)
    z = reshape(x, [2, 3])
    z = transpose(z)
    r = z(3, 1) + 10*size(z, 1)
    z = matmul(z, transpose(z))
    s = z(1, 3) + 10*size(z, 2)
  end subroutine
  subroutine between(r)
    real(8), intent(out) :: r
    real(8), allocatable :: big(:), d(:)
    big = pack(x, x > 0.5d0)
    d = steps(big)
    r = sum(d*d) + size(d)
  end subroutine
  pure function steps(v) result(r)
    real(8), intent(in) :: v(:)
    real(8), allocatable :: r(:)
    integer :: n
    n = size(v)
    allocate (r(n - 1))
    r = v(2:) - v(:n - 1)
  end function
  subroutine returning(r)
    real(8), intent(out) :: r
    real(8), allocatable :: w(:)
    integer :: n
    n = maxloc(x, 1)
    allocate (w(n))
    w = x(1:n)
    r = sum(w)
    if (n > 3) return
    r = -1
  end subroutine
  ! What the routine around it allocates.
  subroutine fill()
    integer :: i
    do i = 1, size(hosted)
      hosted(i) = x(i)*i
    end do
  end subroutine
  ! Bounds that cross.
  subroutine crossed(r)
    real(8), intent(out) :: r
    real(8), allocatable :: h(:)
    integer :: n
    n = count(x > 2) - 5
    allocate (h(n))
    h = x(1)
    r = size(h)
    h = [h, x(2)]
    r = r + sum(h) + 10*size(h)
    h = h(3:)
    r = r + size(h)
  end subroutine
  ! Copies that statements need, of memory of two sizes.
  subroutine copied(r)
    real(8), intent(out) :: r
    real(8), allocatable :: h(:)
    h = pack(x, x > 1.5d0)
    h(2:) = h(:size(h) - 1) + h(2:)
    r = sum(h)
    h = [pack(x, x > 0.1d0), 3d0]
    h(2:) = h(:size(h) - 1)*h(2:)
    r = r + sum(h)
  end subroutine
  subroutine asked(r)
    real(8), intent(out) :: r
    real(8), allocatable :: h(:)
    integer :: n, k
    r = 0
    do k = 1, 4
      n = count(x > k*0.5d0)
      allocate (h(n))
      h = x(k)**2
      r = r + sum(h)
      if (n < 4) exit
      deallocate (h)
    end do
    if (allocated(h)) r = r + size(h)
  end subroutine
end subroutine
