! Elements that subscripts from a module, the host or a function choose, of the array that is set.
module permuting
  implicit none
  integer :: perm(3) = [3, 1, 2]
  real(8) :: a(6)
  interface idx
    module procedure idx1
  end interface
contains
  function idx1(n) result(k)
    integer, intent(in) :: n
    integer :: k(n), i
    k = [(n + 1 - i, i = 1, n)]
  end function
  subroutine shuffle(y)
    real(8), intent(inout) :: y(12)
    a(1:3) = a(perm)
    y(1:3) = a(1:3)
    a(1:3) = a(idx(3))
    y(4:6) = a(1:3)
    call inner()
    y(10) = a(1)
  contains
    subroutine inner()
      a(1:3) = a(perm) + a(1:3)
      y(7:9) = a(1:3)
      where (a(1:3) > 0) a(1:3) = a(perm)
      y(11) = a(1); y(12) = a(2)
    end subroutine
  end subroutine
end module
subroutine permuted(x, y)
  use permuting
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  a = x
  y = 0
  call shuffle(y)
end subroutine
