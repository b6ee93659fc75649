subroutine blocks(x, y, n)
  real(8) :: x, y(n)
  integer :: n
  associate (z => x)
    z = 1
  end associate
  block
    real(8) :: t
    t = x
  end block
  where (y > 0)
    y = 1
  elsewhere
    y = 2
  end where
  where (y > 0) y = 3
  select type (x)
  type is (real)
    x = 1
  end select
  critical
    x = 1
  end critical
  else
  end if
  end do
  case (1)
  enddo
  do i = 1, n
end subroutine

subroutine memory(x)
  real(8), allocatable :: a(:)
  real(8), pointer :: p
  allocate (a(3))
  nullify (p)
  p => x
  a = x
  deallocate (a)
  entry second(x)
  return 1
  include 'other.f90'
  call
  call 3
  x = 
  = x
  x = (x
  x = x +
  x = x ** ** 2
  x = 1.5.e3
  x = x .foo. x
  x == 2
  if (x > 1) then x = 2
  if x > 1
  x = 'open
end subroutine
