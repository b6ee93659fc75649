! Components of CHARACTER cut what they are given, in constructors and first values, too; another type's may be longer.
module of_texts
  implicit none
  type short_text
    character(4) :: act = 'tanhyper'
    real(8) :: weight
  end type
  type, extends(short_text) :: longer
    character(3) :: more
  end type
  type long_text
    character(10) :: act = 'none'
    character(3) :: name(2)
    integer :: size
  end type
end module
subroutine texts(x, y)
  use of_texts
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(short_text) :: p, made, keyed
  type(longer) :: both
  type(long_text) :: q
  character(6) :: act
  character(len=:), allocatable :: mode
  act = 'gaussian'
  made = short_text('gaussian', x(1))
  keyed = short_text(weight=x(2), act='lin')
  both = longer('sigmoid', x(3), 'relu')
  q%act = 'long'
  q%name(1) = 'abcdef'
  q%name(2) = act(1:3)
  mode = 'fast'
  y = 0
  if (mode == 'fast') y(12) = x(1)
  if (p%act == 'tanh') y(1) = x(1)
  if (made%act == 'gaus') y(2) = made%weight**2
  if (made%act == 'gaussian') y(3) = x(3)
  if (keyed%act == 'lin ') y(4) = keyed%weight*x(4)
  if (both%act == 'sigm' .and. both%more == 'rel') y(5) = both%weight**3
  if (q%act == 'long' .and. act == 'gaussi') y(6) = x(6)**2
  if (q%name(1) == 'abc') y(7) = x(1)*x(2)
  if (q%name(2) == 'gau') y(8) = x(2)*x(3)
  p%act = 'lin'
  if (p%act == keyed%act) y(9) = x(3)*x(4)
end subroutine
