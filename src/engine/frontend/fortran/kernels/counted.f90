! Implied loops that count by variables, one in the other, over what is summed or called for each element.
subroutine counted(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  call filled(3, 2, x, y)
contains
  subroutine filled(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y(12)
    real(8) :: t(0:n, m), z(0:n, n), half, u
    integer :: i, j
    half(u) = near(u, x(2))/2
    t = reshape([((x(i + 1)*j + i**2, i = 0, n), j = m, 1, -1)], [n + 1, m])
    z = reshape([((near(x(i + 1), j*x(j)), i = 0, n), j = 1, n)], [n + 1, n])
    y(1:3) = [(near(x(i), sum(z(:, i)))*x(i), i = 1, n)]
    y(4:9) = [((sum(z(:, i))*j, i = 1, n), j = 1, 2)]
    y(10) = sum([(near(x(i), 2d0)*i, i = 1, n)]) + half(x(1))
    y(11) = sum([((sum(t(i:, j))*j, j = 1, m), i = 1, n)])
    y(12) = sum([(each(z(1:2, j))*j, j = 1, 2)])
  end subroutine filled
  real(8) function near(a, b)
    real(8), intent(in) :: a, b
    near = exp(-(a - b)**2)
  end function near
  elemental real(8) function each(a)
    real(8), intent(in) :: a
    each = sin(a)
  end function each
end subroutine counted
