! What pointers and ASSOCIATE lead to stays, whatever calls do to its subscripts.
module steady_marks
  implicit none
  integer :: gi = 2
contains
  subroutine step(d)
    integer, intent(in) :: d
    gi = gi + d
  end subroutine
  integer function bump(n)
    integer :: n
    n = n + 1
    bump = n
  end function
end module
subroutine steady(x, y)
  use steady_marks
  implicit none
  real(8), target :: x(6), z(6)
  real(8) :: y(12)
  real(8), pointer :: p(:), q
  integer :: j = 2
  z = 2
  p => x(j:)
  if (x(1) > 9) p => z
  call inner(1)
  y(1) = p(1)
  call inner(-1)
  p => x(gi:)
  call step(1)
  y(2) = p(1)
  associate (a => x(gi))
    y(3) = a
    if (bumpg() > 0) y(4) = a
  end associate
  call step(-2)
  y(5) = j + gi
contains
  subroutine inner(d)
    integer, intent(in) :: d
    j = j + d
  end subroutine
  integer function bumpg()
    gi = gi + 1
    bumpg = gi
  end function
end subroutine
