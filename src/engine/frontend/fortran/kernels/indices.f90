! The index of a FORALL or DO CONCURRENT is its own: the variable of that name keeps its value.
subroutine indices(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(3, 2)
  integer :: i, j, k, only
  i = 3
  forall (i = 1:6:2) y(i) = x(i)**2
  y(2) = i*x(i)
  j = 2
  forall (i = 1:3, j = 1:2, i /= j)
    a(i, j) = x(i)*x(j + 3)
  end forall
  forall (i = 1:2, j = 1:2, i == j) a(i, j) = x(i)
  a(3, 1) = a(3, 1)*i
  y(4) = sum(a)*j
  do k = 1, 2
    ! An index of its own may have the name of the loop around.
    do concurrent (k = 1:3)
      a(k, 1) = a(k, 1) + k*x(k)
    end do
    y(6) = y(6) + k*a(2, 1)
  end do
  do concurrent (i = 6:5:-1, j = 1:2)
    do only = 1, i
      y(i + 2*j) = y(i + 2*j) + x(only)*j
    end do
  end do
  y(11) = x(i)*j
  forall (only = 1:6, x(only) > 2) y(12) = x(4)*x(6)
  call within(i)
contains
  subroutine within(n)
    integer, intent(in) :: n
    real(8) :: t(3)
    forall (n = 1:3) t(n) = x(n)
    do concurrent (i = 1:3)
      t(i) = t(i)*i
    end do
    y(11) = y(11) + t(n) + t(2)*i
  end subroutine within
end subroutine indices
