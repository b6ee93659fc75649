module m
contains
  function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c(1) = a(2)*b(3) - a(3)*b(2)
    c(2) = a(3)*b(1) - a(1)*b(3)
    c(3) = a(1)*b(2) - a(2)*b(1)
  end function
  function vol(a, b, c) result(v)
    real(8), intent(in), dimension(3) :: a, b, c
    real(8) :: v
    v = dot_product(a, cross(b, c))
  end function
end module
