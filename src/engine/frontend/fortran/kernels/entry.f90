! Bounds have the values that they had at entry, whatever becomes of the arguments that they name.
subroutine entry(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer :: n
  n = 4
  call shrinks(n, x, y(1))
  y(3) = n
contains
  subroutine shrinks(n, x, r)
    integer :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: r(2)
    real(8) :: w(n), v(0:n)
    n = n - 1
    w = x(2)
    v(1:) = x
    v(0) = x(n)
    r(1) = sum(w) + size(w) + ubound(v, 1)
    r(2) = total(v*2) + sum(matmul(reshape(w, [2, 2]), x(1:2)))
  end subroutine shrinks
  real(8) function total(a)
    real(8), intent(in) :: a(:)
    total = sum(a**2)
  end function total
end subroutine entry
