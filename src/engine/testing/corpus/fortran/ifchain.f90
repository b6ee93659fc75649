subroutine eos(rho, t, p, cs)
  implicit none
  real(kind=kind(0.d0)), intent(in) :: rho, t
  real(kind=kind(0.d0)), intent(out) :: p, cs
  if (rho < 1.d0) then
    p = rho*t
  else if (rho >= 1.d0 .and. rho < 2.d0) then
    p = rho**1.4d0*t
  elseif (.not. t > 1.d0) then
    p = t**2
  else
    p = rho**2*t
  endif
  cs = sqrt(max(1.4d0*p/rho, 0.d0))
end subroutine eos
