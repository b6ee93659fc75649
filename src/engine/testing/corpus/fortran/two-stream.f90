module radiation_mod
  use, intrinsic :: iso_fortran_env, only : wp => real64
  implicit none
  private
  public :: two_stream
  real(wp), parameter :: diffusivity = 1.66_wp
  real(wp), parameter :: sigma = 5.670374e-8_wp
  integer, parameter, public :: nlev_max = 60
contains
  elemental function planck(t) result(b)
    real(wp), intent(in) :: t
    real(wp) :: b
    b = sigma * t**4
  end function planck

  subroutine two_stream(nlev, tau, temp, tsfc, emis, fup, fdn, heating)
    integer, intent(in) :: nlev
    real(wp), intent(in)  :: tau(nlev), temp(nlev), tsfc, emis
    real(wp), intent(out) :: fup(0:nlev), fdn(0:nlev)
    real(wp), intent(out), dimension(nlev) :: heating
    real(wp) :: trans(nlev), src(nlev)
    integer :: k
    trans(:) = exp(-diffusivity * tau(:))
    src = planck(temp) * (1.0_wp - trans)
    fdn(0) = 0.0_wp
    do k = 1, nlev
      fdn(k) = fdn(k-1) * trans(k) + src(k)
    end do
    fup(nlev) = emis * planck(tsfc) + (1.0_wp - emis) * fdn(nlev)
    do k = nlev, 1, -1
      fup(k-1) = fup(k) * trans(k) + src(k)
    end do
    heating(1:nlev) = (fup(1:nlev) - fup(0:nlev-1)) - (fdn(1:nlev) - fdn(0:nlev-1))
  end subroutine two_stream
end module radiation_mod
