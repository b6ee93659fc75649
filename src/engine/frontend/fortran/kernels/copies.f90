module copying
  implicit none
contains
  subroutine smooth(v, w)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: w(:)
    integer :: i
    do i = 2, size(v)
      v(i) = v(i)*v(i-1) + sin(w(i))
    end do
  end subroutine smooth
  subroutine fill(n, v, t)
    integer, intent(in) :: n
    real(8), intent(out) :: v(n)
    real(8), intent(in) :: t
    integer :: i
    do i = 1, n
      v(i) = t*i
    end do
  end subroutine fill
  real(8) function norm(v)
    real(8), intent(in) :: v(:)
    norm = sqrt(sum(v**2))
  end function norm
end module copying

subroutine copies(x, y)
  use copying
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(3, 4)
  integer :: k
  y(1:6) = x
  a = 0.5d0
  do k = 1, 3
    call smooth(a(k, :), 2*x(1:4) + x(k))
    call smooth(y(k:12:3), cos(x(1:4))*x(2))
  end do
  call fill(4, a(2, :), x(3))
  y(7:9) = y(7:9) + a(:, 4)
  y(10) = norm(a(2, :)) + norm(x(6:1:-1) - x) + norm([x(1), 2.0d0*x(2)])
end subroutine copies
