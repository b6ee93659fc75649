module m
  type node
    real(8) :: v
    type(node), pointer :: next
  end type
contains
  subroutine never(n)
    type(node), pointer :: n
    print *, n%v
    open(10, file='x')
  end subroutine
  subroutine kernel(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x**2
  end subroutine
end module
