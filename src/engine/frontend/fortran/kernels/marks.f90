! Names for places whose subscripts are changed by functions, by routines inside and by calls.
module marked_places
  implicit none
  integer :: gi = 1
contains
  integer function bump(n)
    integer :: n
    n = n + 1
    bump = n
  end function
  subroutine step()
    gi = gi + 1
  end subroutine
end module
subroutine marks(x, y)
  use marked_places
  implicit none
  real(8) :: x(6), y(12), v(6)
  integer :: i, k, j
  v = x
  i = 1
  associate (a => v(i))
    y(1) = bump(i)*a
    a = a*2
    y(2) = a + i
  end associate
  j = 2
  associate (a => v(j:j+1))
    call inner()
    y(3) = sum(a) + j
    a(1) = 0
  end associate
  gi = 3
  associate (a => v(gi), n => gi + 1)
    call step()
    y(4) = a + n*10 + gi
    a = 7
  end associate
  y(5) = dot_product(v, [1,2,3,4,5,6])
  k = 4
  associate (b => x(k)*2)
    k = bump(k)
    x(4) = 100
    y(6) = b + k
  end associate
  select case (bump(k))
  case (4)
    y(9) = k
  case default
    y(9) = -k
  end select
  k = 1
  forall (i=1:2) y(9+i) = x(i)*k
  where (v > gi)
    v = v*gi
  end where
  y(12) = sum(v)
contains
  subroutine inner()
    j = j + 1
  end subroutine
end subroutine
