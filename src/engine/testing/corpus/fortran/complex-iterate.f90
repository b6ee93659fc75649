subroutine iterate(c, n, z)
  complex(kind=8), intent(in) :: c
  integer, intent(in) :: n
  complex(kind=8), intent(out) :: z
  integer :: k
  z = (0d0, 0d0)
  do k = 1, n
    if (abs(z) > 2d0) exit
    z = z**2 + c
  end do
end subroutine
