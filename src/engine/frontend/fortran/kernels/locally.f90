! What USE calls otherwise than its module: arrays, types, routines; and kinds that are not seen where an array belongs.
module locally_prec
  integer, parameter :: dp = kind(1d0)
end module
module locally_turb
  use locally_prec, only: wp => dp
  implicit none
  real(wp), allocatable, save :: tke(:), eps(:)
  integer, allocatable :: ix(:)
  type :: state
    real(wp) :: v = 2
  contains
    procedure :: get => get_state
  end type
contains
  subroutine setup(n, k0)
    integer, intent(in) :: n
    real(wp), intent(in) :: k0
    if (.not. allocated(tke)) allocate(tke(n), eps(n))
    tke(:) = k0
    eps = k0**1.5_wp/0.4_wp
    if (allocated(ix)) deallocate(ix)
    allocate(ix(2))
    ix = [2, 1]
  end subroutine
  subroutine closure(nut)
    real(wp), intent(out) :: nut(:)
    nut = 0.09_wp*tke**2/max(eps, 1e-10_wp)
    tke = tke*1.1_wp
  end subroutine
  real(wp) function get_state(self)
    class(state), intent(in) :: self
    get_state = self%v*3
  end function
end module
module locally_second
  use locally_turb, only: s2 => state
  implicit none
contains
  subroutine twice(s)
    type(s2), intent(inout) :: s
    s%v = s%v*2
  end subroutine
end module
subroutine locally(x, y)
  use locally_turb, only: setup, closure, k => tke, st => state, ii => ix
  use locally_second, only: double => twice
  implicit none
  real(8) :: x(6), y(12), nut(5)
  type(st) :: s
  integer :: it
  call setup(5, x(6))
  do it = 1, 3
    call closure(nut)
  end do
  y(1:5) = nut
  y(6:10) = k
  s%v = x(1)
  call double(s)
  y(11) = s%get() + s%v
  y(12) = x(ii(1))
end subroutine

