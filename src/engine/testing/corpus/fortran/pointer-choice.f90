subroutine pick(x, y, flag, r)
  real(8), target, intent(in) :: x, y
  logical, intent(in) :: flag
  real(8), intent(out) :: r
  real(8), pointer :: p
  nullify(p)
  if (flag) then
    p => x
  else
    p => y
  end if
  r = 0
  if (associated(p)) r = p*p
end subroutine
