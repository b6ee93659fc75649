module potentials
  implicit none
  character(len=8), parameter :: default_kind = 'lennard'
  integer, parameter :: wp = selected_real_kind(15)
contains
  function pair(kind_of, r) result(e)
    character(len=*), intent(in) :: kind_of
    real(wp), intent(in) :: r
    real(wp) :: e
    if (kind_of == 'lennard') then
      e = 4*(r**(-12) - r**(-6))
    else if (trim(kind_of) == 'morse') then
      e = (1 - exp(-(r - 1)))**2
    else
      e = 0.5_wp*r**2
    end if
  end function pair
  subroutine total(n, x, e)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(out) :: e
    character(len=8) :: which
    integer :: i
    e = 0
    which = default_kind
    do i = 2, n
      if (i > 2) which = 'morse'
      if (i > 4) which = 'spring'
      e = e + pair(which, 1 + abs(x(i) - x(i-1)))
      write (*, '(a, f8.3)') which, e
    end do
  end subroutine total
end module potentials
