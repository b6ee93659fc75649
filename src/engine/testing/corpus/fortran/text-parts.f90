! y by a product whose form the first letters of an option choose, as LAPACK's drivers have it
subroutine product_by(trans, n, a, x, y)
  implicit none
  character(len=*), intent(in) :: trans
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), x(n)
  real(8), intent(inout) :: y(n)
  character(len=6) :: option
  real(8), allocatable :: before(:)
  integer :: i
  option = trans
  allocate(before, source=y)
  select case (option(2:3))
  case ('ra')
    y = y + matmul(transpose(a), x)
  case ('o')
    y = y + matmul(a, x) * (ichar(option(1:1)) - ichar('a')) / 10d0
  case default
    y = -y*x
  end select
  if (option(:1) == 't' .or. option(1:1) == 'x') y = y*before
end subroutine

subroutine products(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), x(n)
  real(8), intent(inout) :: y(n)
  call product_by('trans', n, a, x, y)
  call product_by('no', n, a, x, y)
  call product_by('x', n, a, x, y)
end subroutine
