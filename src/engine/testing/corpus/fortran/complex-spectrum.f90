subroutine spec(n, x, p)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: p(n)
  complex(8), allocatable :: f(:)
  complex(8) :: w
  integer :: k, j
  allocate(f(n))
  do k = 1, n
    f(k) = 0
    do j = 1, n
      w = cmplx(0d0, -6.283185307179586d0*(j-1)*(k-1)/n, 8)
      f(k) = f(k) + x(j)*exp(w)
    end do
    print *, f(k)
  end do
  p = abs(f)**2
  deallocate(f)
end subroutine
