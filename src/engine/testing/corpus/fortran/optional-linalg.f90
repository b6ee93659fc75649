module linalg
  implicit none
contains
  subroutine gemv(a, x, y, alpha, beta, trans)
    real(8), intent(in) :: a(:,:), x(:)
    real(8), intent(inout) :: y(:)
    real(8), intent(in), optional :: alpha, beta
    logical, optional, intent(in) :: trans
    real(8) :: al, be
    logical :: t
    al = 1d0; if (present(alpha)) al = alpha
    be = 0d0
    if (present(beta)) then
      be = beta
    end if
    t = .false.
    if (present(trans)) t = trans
    if (t) then
      y = be*y + al*matmul(transpose(a), x)
    else
      y = be*y + al*matmul(a, x)
    end if
  end subroutine
  function wsum(x, w, scale) result(s)
    real(8), intent(in) :: x(:)
    real(8), intent(in), optional :: w(size(x)), scale
    real(8) :: s
    if (present(w) .and. .not. present(scale)) then
      s = sum(w*x*x)
    else if (present(scale)) then
      s = scale*wsum1(x, w)
    else
      s = sum(x)**2
    end if
  end function
  function wsum1(x, w) result(s)
    real(8), intent(in) :: x(:)
    real(8), intent(in), optional :: w(:)
    real(8) :: s
    s = sum(x**3)
    if (present(w)) s = s + sum(w*x)
  end function
end module
subroutine driver(a, x, y, w, r)
  use linalg, only: gemv, wsum
  real(8), intent(in) :: a(3,3), x(3), w(3)
  real(8), intent(inout) :: y(3)
  real(8), intent(out) :: r
  call gemv(a, x, y)
  call gemv(a, x, y, beta=0.5d0)
  call gemv(a, x, y, 2d0, trans=.true.)
  r = wsum(y) + wsum(y, w) + wsum(y, scale=x(1)) + wsum(x, scale=2d0, w=w)
end subroutine
