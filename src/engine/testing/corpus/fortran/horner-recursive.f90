recursive function horner(a, n, x) result(v)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: a(0:n), x
  double precision :: v
  if (n == 0) then
    v = a(0)
  else
    v = a(0) + x*horner(a(1:), n - 1, x)
  end if
end function
