! ALLOCATABLE results, also where only the array beside the call tells how long it is.
module makers
  implicit none
  type mesh
    integer :: n
    real(8), allocatable :: x(:)
  end type
contains
  function linspace(a, b, n)
    real(8), intent(in) :: a, b
    integer, intent(in) :: n
    real(8), allocatable :: linspace(:)
    integer :: i
    allocate (linspace(n))
    do i = 1, n
      linspace(i) = a + (b - a)*(i - 1)/max(1, n - 1)
    end do
  end function
  function outer(u, v) result(c)
    real(8), intent(in) :: u(:), v(:)
    real(8), dimension(:, :), allocatable :: c
    integer :: i, j, m
    m = size(u)
    if (allocated(c)) deallocate (c)
    allocate (c(m, size(v)))
    do concurrent (i = 1:m, j = 1:size(v))
      c(i, j) = u(i)*v(j)
    end do
  end function
  function diffs(g) result(d)
    type(mesh), intent(in) :: g
    real(8), allocatable :: d(:)
    allocate (d(0:g%n - 2), source=0d0)
    d(0:) = g%x(2:g%n) - g%x(1:g%n - 1)
    d(0) = d(0)*2
  end function
end module
subroutine returned(x, y)
  use makers
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(mesh) :: g
  real(8) :: d(3)
  real(8), allocatable :: w(:), v(:, :)
  g%n = 4
  g%x = linspace(x(1), x(2), 4)
  w = g%x**2
  v = outer(w, linspace(x(3), 2d0, 3))
  d = diffs(g)
  y(1:4) = w
  y(5:7) = v(2, :)
  y(8:10) = d
  y(11) = sum(linspace(x(4), x(5), size(w) + 1)*x(1:5))
  y(12) = size(v, 2) + dot_product(x(1:3), diffs(g)) + sum(x(2:4)*diffs(g))
end subroutine
