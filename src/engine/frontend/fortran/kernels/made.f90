! ALLOCATABLE arrays: asked whether they are there, with SOURCE=, and made by what is assigned to them.
subroutine made(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  call inner(x, y)
contains
  subroutine inner(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y(:)
    real(8), allocatable :: a(:), b(:, :), w(:), v(:), m(:, :), d(:)
    integer :: i, n, stat
    n = size(x)
    if (.not. allocated(a)) allocate (a(n))
    if (allocated(b)) deallocate (b)
    allocate (b(n, 2), source=2d0, stat=stat)
    do i = 1, n
      a(i) = x(i)**2
      b(i, 2) = a(i)*b(i, 1)
    end do
    y(1) = sum(b); y(2) = stat
    if (allocated(a)) then
      deallocate (a)
    end if
    w = x**2
    v = [(x(i)*i, i = 1, 3)]
    do i = 1, 2
      w = w + v(2)
    end do
    m = spread(v, 2, 2)
    v = 2*v
    d = [(i*x(i + 1), i = 1, n - 1)]
    y(3) = sum(w); y(4) = sum(v(2:)) + m(1, 2) + size(m)
    y(5) = sum(d) + ubound(d, 1)
    w = 1
    y(6) = sum(w)
  end subroutine inner
end subroutine made
