program main
  double precision r, x
  x = 2.0d0
  call sub(x, 3.0, r)
contains
end program
subroutine sub(x, a, r)
  double precision, intent(in) :: x, a
  double precision, intent(out) :: r
  r = a*x**2
end subroutine
