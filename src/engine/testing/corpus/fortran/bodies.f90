module geometry
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: vec
    real(dp) :: x = 0.0_dp, y = 0.0_dp, z = 0.0_dp
  end type vec
  type :: body
    type(vec) :: pos, vel
    real(dp) :: mass
    real(dp) :: spin(3)
  contains
    procedure :: kinetic => body_kinetic
    procedure :: kick
  end type body
contains
  pure function add(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x + b%x, a%y + b%y, a%z + b%z)
  end function add
  type(vec) function scale3(a, s)
    type(vec), intent(in) :: a
    real(dp), intent(in) :: s
    scale3%x = a%x*s
    scale3%y = a%y*s
    scale3%z = a%z*s
  end function scale3
  real(dp) function dot(a, b)
    type(vec), intent(in) :: a, b
    dot = a%x*b%x + a%y*b%y + a%z*b%z
  end function dot
  real(dp) function body_kinetic(self) result(e)
    class(body), intent(in) :: self
    e = 0.5_dp*self%mass*dot(self%vel, self%vel) + sum(self%spin**2)
  end function body_kinetic
  subroutine kick(self, dv)
    class(body), intent(inout) :: self
    type(vec), intent(in) :: dv
    self%vel = add(self%vel, dv)
    self%spin(2) = self%spin(2)*2
  end subroutine kick
  subroutine energy(n, b, dt, e)
    integer, intent(in) :: n
    type(body), intent(inout) :: b(n)
    real(dp), intent(in) :: dt
    real(dp), intent(out) :: e
    type(vec) :: total, tmp
    type(body) :: c
    integer :: i
    e = 0.0_dp
    do i = 1, n
      b(i)%pos = add(b(i)%pos, scale3(b(i)%vel, dt))
      call b(i)%kick(vec(dt, 0.0_dp, z=1.0_dp))
      e = e + b(i)%kinetic()
      total = add(total, b(i)%pos)
    end do
    tmp = total
    if (tmp%x > 0) c = b(1)
    if (tmp%x <= 0) c = b(n)
    c%spin = c%spin + 1
    e = e + sqrt(dot(total, tmp)) + c%kinetic() + sum(b%mass) + sum(b(1)%spin)

  end subroutine energy
end module geometry
