! Components that begin with a value: what sets them first decides, and says how large others are.
module owned_matrices
  implicit none
  type matrix
    integer :: n = 0, m = 0
    real(8), allocatable :: a(:,:)
  end type
  type first
    integer :: n = 3
    real(8) :: w = 4, u = 5
  end type
  interface operator(*)
    module procedure mm, mv, sm
  end interface
  interface operator(+)
    module procedure mp
  end interface
  interface assignment(=)
    module procedure from_array
  end interface
contains
  subroutine from_array(m, a)
    type(matrix), intent(out) :: m
    real(8), intent(in) :: a(:,:)
    m%n = size(a,1); m%m = size(a,2)
    allocate(m%a(m%n, m%m))
    m%a = a
  end subroutine
  function mm(x, y) result(z)
    type(matrix), intent(in) :: x, y
    type(matrix) :: z
    z = matmul(x%a, y%a)
  end function
  function mv(x, v) result(r)
    type(matrix), intent(in) :: x
    real(8), intent(in) :: v(:)
    real(8) :: r(size(x%a,1))
    r = matmul(x%a, v)
  end function
  function sm(s, x) result(z)
    real(8), intent(in) :: s
    type(matrix), intent(in) :: x
    type(matrix) :: z
    z = s*x%a
  end function
  function mp(x, y) result(z)
    type(matrix), intent(in) :: x, y
    type(matrix) :: z
    z = x%a + y%a
  end function
  subroutine begun(q, v, n)
    type(first), intent(out) :: q
    real(8), intent(in) :: v
    integer, intent(out) :: n
    n = q%n
    q%n = 7
    if (v > 1) return
    q%w = v
    q%u = 2*q%u
  end subroutine
end module
subroutine owned(x, y)
  use owned_matrices
  implicit none
  real(8) :: x(6), y(12)
  type(matrix) :: a, b, c
  type(first) :: p, q
  integer :: n, k
  a = reshape(x, [2,3])
  b = reshape(x**2, [3,2])
  c = a*b
  c = 2d0*c + c*c
  y(1:2) = c*x(1:2)
  y(3) = c%a(1,2) + c%n
  call begun(p, x(1), n)
  call begun(q, x(2), k)
  y(4) = p%w*x(3)
  y(5) = q%w*x(3)
  y(6) = p%u + q%u + n + 10*k + 100*p%n
end subroutine
