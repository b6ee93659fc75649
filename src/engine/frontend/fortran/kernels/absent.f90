! OPTIONAL arguments that are left out, handed on, and asked for by a RETURN; of a routine by another name, too.
module absences
  implicit none
contains
  real(8) function scaled(a, by)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: by
    scaled = a
    if (present(by)) scaled = a*by
  end function
end module
subroutine absent(x, y)
  use absences, only: times => scaled
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  call opt(x(1), y(1))
  call opt(x(2), y(2), 3)
  call opt(x(3), y(3), w=x(4))
  call opt(out=y(4), a=x(5), w=x(6), k=2)
  y(5) = f(x(1)) + f(x(2), x(3))
  call chain(x(1), y(6))
  call chain(x(1), y(7), x(2))
  call vec(y(8:9))
  call vec(y(10:11), x(1:2))
  y(12) = g(2) + g(2, x) + times(x(1)) + times(x(2), x(3))
contains
  subroutine opt(a, out, k, w)
    real(8), intent(in) :: a
    real(8), intent(out) :: out
    integer, intent(in), optional :: k
    real(8), intent(in), optional :: w
    integer :: kk
    kk = 1; if (present(k)) kk = k
    out = a**kk
    if (present(w) .and. present(k)) then
      out = out*w
    else if (present(w)) then
      out = out + w
    end if
  end subroutine
  real(8) function f(a, b)
    real(8), intent(in) :: a
    real(8), optional, intent(in) :: b
    f = a
    if (.not. present(b)) return
    f = f*b
  end function
  subroutine chain(a, o, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: o
    real(8), optional :: b
    o = f(a, b) + 1
  end subroutine
  subroutine vec(o, v)
    real(8), intent(out) :: o(:)
    real(8), intent(in), optional :: v(:)
    o = 1
    if (present(v)) o = o + v*2
  end subroutine
  real(8) function g(n, v)
    integer, intent(in) :: n
    real(8), intent(in), optional :: v(n)
    g = n
    if (present(v)) g = g + sum(v)
  end function
end subroutine
