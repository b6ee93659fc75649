! A program whose arrays are as large as what it reads says, with routines inside that name them.
program solver
  implicit none
  integer :: n, i
  real(8), allocatable :: a(:,:), b(:)
  read *, n
  allocate (a(n, n), b(n))
  read *, a
  read *, b
  call scaled
  call solve(a, b, n)
  print *, b
contains
  subroutine scaled
    real(8) :: largest(n)
    largest = maxval(abs(a), dim=2)
    do i = 1, n
      a(i, :) = a(i, :)/largest(i)
    end do
    b = b/largest
  end subroutine
  subroutine solve(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n), b(n)
    integer :: i, j
    do i = 1, n
      do j = i + 1, n
        b(j) = b(j) - a(j, i)/a(i, i)*b(i)
        a(j, :) = a(j, :) - a(j, i)/a(i, i)*a(i, :)
      end do
    end do
    do i = n, 1, -1
      b(i) = (b(i) - dot_product(a(i, i+1:), b(i+1:)))/a(i, i)
    end do
  end subroutine
end program solver
