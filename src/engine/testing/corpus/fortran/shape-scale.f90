subroutine scale(a, b)
  real(8), intent(in) :: a(:,:)
  real(8), intent(out) :: b(:,:)
  integer :: s(2), i, j
  s = shape(a)
  do j = 1, s(2)
    do i = 1, s(1)
      b(i,j) = a(i,j)**2
    end do
  end do
end subroutine
