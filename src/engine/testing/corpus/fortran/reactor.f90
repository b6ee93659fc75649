! A stirred tank: its state and its parameters travel as structures.
subroutine reactor(nsteps, t0, c0, rate, cost)
  implicit none
  type params
    double precision :: k0, ea, dh
    double precision :: dt = 0.01d0
  end type params
  type state
    double precision :: t, c(2)
  end type state
  integer, intent(in) :: nsteps
  double precision, intent(in) :: t0, c0, rate
  double precision, intent(out) :: cost
  type(params) :: p
  type(state) :: s, ds, mid
  integer :: i

  p%k0 = rate
  p%ea = 2.0d0
  p%dh = -0.7d0
  s = state(t0, (/ c0, 0.0d0 /))
  cost = 0.0d0
  do i = 1, nsteps
    call slope(p, s, ds)
    mid = state(t=s%t + 0.5d0*p%dt*ds%t, c=s%c + 0.5d0*p%dt*ds%c)
    call slope(p, mid, ds)
    s%t = s%t + p%dt*ds%t
    s%c = s%c + p%dt*ds%c
    cost = cost + p%dt*(s%c(2) - 0.5d0)**2
  end do
  cost = cost + 0.1d0*s%t
contains
  subroutine slope(p, s, d)
    type(params), intent(in) :: p
    type(state), intent(in) :: s
    type(state), intent(out) :: d
    double precision :: r
    r = p%k0*exp(-p%ea/s%t)*s%c(1)
    d%c(1) = -r
    d%c(2) = r
    d%t = -p%dh*r - 0.2d0*(s%t - 1.0d0)
  end subroutine slope
end subroutine reactor
