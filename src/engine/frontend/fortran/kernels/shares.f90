! EQUIVALENCE in a module, and in a host whose inner routine names what shares memory.
module shares_data
  implicit none
  real(8) :: all(4), var(3), fix(1), t = 2
  equivalence (all(1), var(1)), (all(4), fix(1))
contains
  subroutine rates(r)
    real(8), intent(out) :: r(3)
    r = var*fix(1)*all(2:4)*t
  end subroutine rates
end module shares_data
subroutine shares(x, y)
  use shares_data, only: v => var, fix, rates
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(6), w(2, 3), s(2)
  equivalence (a(1), w(1, 1)), (s(1), a(3))
  v = x(1:3)
  fix = x(4)**2
  call rates(y)
  v(2:3) = y(1:2)
  call rates(y(4:6))
  a = x
  call sweep(2)
  s = s*2
  y(7:12) = a + s(1)
contains
  subroutine sweep(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n + 1
      w(1, i) = w(2, i)*w(1, i)
    end do
    s(2) = s(1)
  end subroutine sweep
end subroutine shares
