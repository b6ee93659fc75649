! Components that get their shapes from what is assigned to them, from SOURCE= and MOLD=, wherever that is known from the text.
module shaped_types
  implicit none
  type filter
    integer :: n = 0
    real(8), allocatable :: x(:), p(:,:), f(:,:), r(:), e(:), l(:), s(:), t(:)
  contains
    procedure :: predict
  end type
  interface filter
    module procedure new_filter
  end interface
contains
  pure function eye(n) result(e)
    integer, intent(in) :: n
    real(8) :: e(n,n)
    integer :: i
    e = 0
    do i = 1, n
      e(i,i) = 1
    end do
  end function
  pure function from_zero(n, v) result(a)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    real(8) :: a(0:n)
    a = v
    a(0) = 2*v
  end function
  function new_filter(n, q, r) result(self)
    integer, intent(in) :: n
    real(8), intent(in) :: q
    real(8), intent(in), optional :: r
    type(filter) :: self
    integer :: i
    self%n = n
    self%x = spread(q, 1, n)
    self%p = q*eye(n)
    allocate(self%f, mold=self%p)
    self%f = 0
    allocate(self%e(0:n), source=q)
    allocate(self%l, source=self%e)
    if (present(r)) then
      self%r = r*matmul(eye(n), spread(q, 1, n))
    else
      self%r = [(q*i, i = 1, n)]
    end if
    self%s = from_zero(n, q) + 1
    self%t = self%e(1:n) - q
    self%f(1,n) = q**2
  end function
  subroutine predict(self)
    class(filter), intent(inout) :: self
    self%x = matmul(self%p, self%x) + self%r
    self%p = matmul(transpose(self%p), self%p) + self%f
  end subroutine
end module
subroutine shaped(x, y)
  use shaped_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(filter) :: a, b
  a = filter(2, x(1))
  b = filter(3, x(2), r=x(3))
  call a%predict()
  call b%predict()
  call b%predict()
  y = 0
  y(1:2) = a%x
  y(3:5) = b%x
  y(6) = sum(a%p) + sum(b%p)
  y(7) = lbound(a%e, 1) + 10*lbound(a%l, 1) + 100*lbound(a%s, 1) + 1000*size(b%s)
  y(8) = a%s(1) + b%s(4) + sum(b%l)
  y(9) = sum(a%t) + size(b%t) + b%t(3)
  y(10) = b%f(1,3)
end subroutine

