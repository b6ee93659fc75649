! Lower bounds of ALLOCATABLE arrays that get their shape from another array; ALLOCATABLE scalars.
subroutine sourced(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: u(0:5), m(-1:1, 2)
  call sized(5, x, y)
  u = x
  m = reshape(x, [3, 2])
  call found()
  call alone(x(1))
contains
  subroutine sized(n, v, y)
    integer, intent(in) :: n
    real(8), intent(in) :: v(0:n)
    real(8), intent(inout) :: y(12)
    real(8), allocatable :: a(:), b(:), c(:), d(:)
    allocate (a, source=v)
    allocate (b, mold=v)
    b = 2*a
    c = v
    d = v + 1
    y(1) = a(1)*b(2)
    y(2) = c(1) + d(1)
    y(3) = lbound(c, 1) + 10*lbound(d, 1) + 100*lbound(b, 1)
    c = d
    y(4) = c(0)
  end subroutine sized
  subroutine found()
    real(8), allocatable :: a(:), b(:, :), c(:), d(:)
    allocate (a, source=u(:))
    allocate (b, source=m)
    c = (u)
    d = b(:, 1)
    y(5) = a(1) + b(0, 1) + c(1) + d(1)
    y(6) = lbound(b, 1)
  end subroutine found
  subroutine alone(v)
    real(8), intent(in) :: v
    real(8), allocatable :: s, t
    if (.not. allocated(s)) allocate (s)
    s = v*v
    allocate (t)
    t = s + v
    y(7) = s*t
    deallocate (s)
    allocate (s)
    s = t*t
    y(8) = s + t
  end subroutine alone
end subroutine sourced
