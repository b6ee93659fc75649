! Bounds have the values that they had at entry, whatever becomes of the arguments that they name.
subroutine entry(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: rows(3, 2)
  integer :: n
  n = 4
  call shrinks(n, x, y(1))
  y(3) = n
  n = 3
  rows = reshape(x, [3, 2])
  call hands(n, 2, rows, y(4))
  y(8) = n
  call element([2, 3], x, y(9))
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
  subroutine hands(n, m, x, r)
    integer :: n
    integer, value :: m
    real(8), intent(in) :: x(n, m)
    real(8), intent(out) :: r(4)
    real(8) :: w(n)
    call bump(n)
    m = 1
    w = x(:, 1)
    where (w > 1) w = w*x(:, 2)
    r(1) = sum(w)
    r(2:3) = sum(x, 1)
    r(4) = maxval(x(ubound(x, 1), :))
  end subroutine hands
  subroutine element(k, x, r)
    integer :: k(2), own(2), n
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: r(4)
    own = k
    n = k(2)
    call sized(own, n, x, r)
    r(4) = own(1)
  end subroutine element
  subroutine sized(k, n, x, r)
    integer :: k(2), n
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: r(4)
    real(8) :: w(k(1)), v(k(1):n + 1)
    r(1) = total(w_of(x(1:n))*2)
    call bump(k(1))
    n = n + 1
    w = x(3)
    v = x(n)
    r(2) = sum(w*2) + size(w)
    r(3) = sum(v) + lbound(v, 1)
  end subroutine sized
  function w_of(a) result(w)
    real(8), intent(in) :: a(:)
    real(8) :: w(size(a))
    w = a + 1
  end function w_of
  subroutine bump(k)
    integer, intent(inout) :: k
    k = k + 1
  end subroutine bump
end subroutine entry
