recursive function fibp(n, x) result(r)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8) :: r
  if (n < 2) then
    r = x
  else
    r = fibp(n-1, x)*x + fibp(n-2, x)
  end if
end function
function useit(x) result(y)
  real(8) :: x, y, fibp
  external fibp
  y = fibp(5, x)
end function
