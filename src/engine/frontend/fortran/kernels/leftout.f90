! Generic names of routines that may leave arguments out, by type and rank of the others.
module leftout_routines
  implicit none
  interface norm
    module procedure n0, n1, n2, ni
  end interface
  interface put
    procedure put_s
    procedure put_v
  end interface
contains
  real(8) function n0(a)
    real(8), intent(in) :: a
    n0 = abs(a)
  end function
  real(8) function n1(a)
    real(8), intent(in) :: a(:)
    n1 = sqrt(sum(a**2))
  end function
  real(8) function n2(a)
    real(8), intent(in) :: a(:,:)
    n2 = sqrt(sum(a**2))*2
  end function
  real(8) function ni(a)
    integer, intent(in) :: a
    ni = a*3
  end function
  subroutine put_s(a, b, c)
    real(8), intent(out) :: a
    real(8), intent(in) :: b
    real(8), intent(in), optional :: c
    a = b
    if (present(c)) a = a + c
  end subroutine
  subroutine put_v(a, b, c)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b
    real(8), intent(in), optional :: c(:)
    a = b
    if (present(c)) a = a + c
  end subroutine
  recursive subroutine chain(a, n, w)
    real(8), intent(inout) :: a
    integer, intent(in) :: n
    real(8), intent(in), optional :: w
    if (n == 0) return
    if (present(w)) then
      a = a*w
    else
      a = a + 1
    end if
    call chain(a, n-1, w)
  end subroutine
  function defaulted(a, p, q) result(r)
    real(8), intent(in) :: a
    integer, intent(in), optional :: p
    logical, intent(in), optional :: q
    real(8) :: r
    integer :: pp
    pp = 2; if (present(p)) pp = p
    r = a**pp
    if (present(q)) then
      if (q) r = -r
    end if
  end function
end module
subroutine leftout(x, y)
  use leftout_routines, nrm => norm
  implicit none
  real(8) :: x(6), y(12), m(2,3)
  m = reshape(x, [2,3])
  y(1) = nrm(x(1)) + nrm(x(1:2)) + nrm(m) + nrm(3) + nrm(m(:,1)) + nrm(m(1:1,:))
  call put(y(2), x(1))
  call put(y(3), x(1), x(2))
  call put(y(4:5), x(1))
  call put(y(6:7), x(1), x(2:3))
  call put(c=x(3), a=y(8), b=x(2))
  y(9) = x(1); call chain(y(9), 3)
  y(10) = x(1); call chain(y(10), 2, x(2))
  y(11) = defaulted(x(2)) + defaulted(x(2), 3) + defaulted(x(2), q=.true.) + defaulted(q=.false., a=x(3), p=1)
  y(12) = defaulted(p=int(x(6)), a=x(1))
end subroutine
