! What a routine keeps, its copies share: of those that are passed routines, that leave arguments out, and of its entries.
subroutine kept(x, y)
  real(8) :: x(6), y(12), kept_f, kept_g, kept_acc
  real(8) :: kept_cnt
  external kept_f, kept_g
  call kept_integ(kept_f, x(1), y(1))
  call kept_integ(kept_g, x(2), y(2))
  call kept_integ(kept_f, x(3), y(3))
  y(4) = kept_acc(x(4))
  y(5) = kept_acc(x(5))
  y(6) = kept_cnt(x(6))
  call opt(x(1), y(7))
  call opt(x(2), y(8), x(3))
  call opt(x(4), y(9))
contains
  subroutine opt(a, b, w)
    real(8) :: a, b
    real(8), optional :: w
    real(8), save :: tot = 1, two(2) = [3, 4]
    integer, save :: n = 0
    n = n + 1
    tot = tot + a*n
    two(1) = two(1)*tot
    if (present(w)) tot = tot*w
    b = tot + two(1) - two(2)
  end subroutine
end subroutine
subroutine kept_integ(fn, a, r)
  real(8) :: fn, a, r, last, e(3), q(2), w(3)
  equivalence (q(1), e(2))
  external fn
  data w /0.2d0, 0.5d0, 0.3d0/
  data n /0/
  data e /1d0,2d0,3d0/
  save last
  if (n == 0) last = 0
  n = n + 1
  last = last + fn(a)*n
  q(1) = q(1) + last
  r = last + q(1)*e(3) + w(n)*e(2)
end subroutine
real(8) function kept_f(t)
  real(8) :: t
  kept_f = t**2
end function
real(8) function kept_g(t)
  real(8) :: t
  kept_g = sin(t)
end function
real(8) function kept_acc(t)
  real(8) :: t, s, c(2), kept_cnt
  integer n
  save
  data s, c/0d0, 1d0, 2d0/
  s = s + t*c(2)
  n = 5
  kept_acc = s
  return
  entry kept_cnt(t)
  s = s*2
  s = s + t*n
  kept_acc = s
end function

