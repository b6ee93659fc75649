function sumpos(x) result(s)
  real(8), intent(in) :: x(:)
  real(8) :: s
  s = sum(pack(x, x > 0.5d0))
end function
