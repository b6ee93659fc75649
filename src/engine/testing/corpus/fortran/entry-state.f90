subroutine top(x, y)
  real(8) :: x, y, z
  call init(x)
  call get(2.0d0, z)
  y = z*x
end subroutine
subroutine init(a)
  real(8) :: a, t, v
  real(8), save :: s = 1d0
  s = s + a*a
  return
entry get(t, v)
  v = s*t
end subroutine
