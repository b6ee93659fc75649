subroutine advect(n, scheme, u, v, trans)
  implicit none
  integer, intent(in) :: n
  character(len=*), intent(in) :: scheme
  character, intent(in) :: trans*1
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n)
  character(len=20) :: label
  integer :: i
  label = 'upwind scheme'
  if (scheme == 'centred') label = 'centred'
  do i = 2, n - 1
    select case (trim(scheme))
    case ('upwind')
      v(i) = u(i) - 0.1d0*(u(i) - u(i-1))
    case ('centred', 'central')
      v(i) = u(i) - 0.05d0*(u(i+1) - u(i-1))
    case default
      v(i) = u(i)**2
    end select
  end do
  v(1) = u(1)
  v(n) = u(n)
  if (trans == 'T' .or. trans == 't') v = 2*v
  print *, 'done with ', label, v(1)
  write (*, '(a)') trim(label)
end subroutine advect
subroutine top(n, u, v, w)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n), w(n)
  call advect(n, 'upwind', u, v, 'Transpose')
  call advect(n, 'centred', u, w, 'N')
end subroutine top
