subroutine sweep(n, a, b, niter)
  integer, intent(in) :: n, niter
  real(8), intent(inout), target :: a(n), b(n)
  real(8), pointer :: old(:), new(:), tmp(:)
  integer :: it, i
  old => a
  new => b
  do it = 1, niter
    do i = 2, n-1
      new(i) = 0.5d0*(old(i-1) + old(i+1))
    end do
    tmp => old
    old => new
    new => tmp
  end do
end subroutine
