subroutine pr(x, y)
  real(8) :: x, y
  y = x**2 ; write(*,*) 'y = ', y ; print '(a)', 'done'
  if (y < 0) stop 'negative'
  if (y > 1e10) error stop 2
end subroutine
