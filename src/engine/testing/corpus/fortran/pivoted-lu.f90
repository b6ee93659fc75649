module lu
  implicit none
contains
  subroutine factor(a, piv)
    real(8), intent(inout) :: a(:, :)
    integer, intent(out) :: piv(:)
    integer :: k, p, n
    n = size(a, 1)
    do k = 1, n
      p = k - 1 + maxloc(abs(a(k:n, k)), dim=1)
      piv(k) = p
      if (p /= k) call swap(a(k, :), a(p, :))
      a(k+1:n, k) = a(k+1:n, k)/a(k, k)
      call update(a, k, n)
    end do
  end subroutine factor
  subroutine update(a, k, n)
    real(8), intent(inout) :: a(:, :)
    integer, intent(in) :: k, n
    integer :: j
    do j = k + 1, n
      a(k+1:n, j) = a(k+1:n, j) - a(k+1:n, k)*a(k, j)
    end do
  end subroutine update
  subroutine swap(x, y)
    real(8), intent(inout) :: x(:), y(:)
    real(8) :: t(size(x))
    t = x
    x = y
    y = t
  end subroutine swap
  function logdet(m, n) result(d)
    integer, intent(in) :: n
    real(8), intent(in) :: m(n, n)
    real(8) :: d, a(n, n)
    integer :: piv(n), i
    a = m
    do i = 1, n
      a(i, i) = a(i, i) + n*i
    end do
    call factor(a, piv)
    d = 0
    do i = 1, n
      d = d + log(abs(a(i, i)))
    end do
  end function logdet
end module lu
