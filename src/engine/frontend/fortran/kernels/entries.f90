! ENTRY: state between entries, arguments of their own, results, jumps back.
subroutine entries(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(8), external :: en_besj, en_besi
  y = 0
  call en_start(x(1))
  call en_add(x(2), x(3))
  call en_add(x(4), x(5))
  call en_total(y(1))
  call en_start(1d0)
  call en_total(y(2))
  y(3) = en_besj(x(1))
  y(4) = en_besi(x(1)) + en_besj(x(2))*en_besi(x(3))
end subroutine
subroutine en_start(a)
  implicit none
  real(8) :: a, b, t
  real(8), save :: s = 0.25d0
  integer, save :: n = 3
  s = a + s
  return
  entry en_add(a, b)
  s = s + a*b
  n = n + 1
  return
  entry en_total(t)
  t = s/n
end subroutine
function en_besj(x) result(r)
  implicit none
  real(8) :: x, r, t
  integer :: k, m
  m = -1
  go to 10
  entry en_besi(x) result(r)
  m = 1
10 r = 1
  t = 1
  do k = 1, 8
    t = m*t*x*x/(4*k*k)
    r = r + t
  end do
end function
