subroutine tr(x, y)
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(2,2)
  y = reshape(transfer(x, y), (/2,2/))
end subroutine
