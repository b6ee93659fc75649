subroutine control(x, n, l)
  real(8) :: x
  integer :: n
  logical :: l
  if (x) x = 1
  if (l) 10, 20, 30
10 continue
20 continue
30 continue
  if (n) 10, 10, 30
  if (n) 10, 30, 30
  if (x) 10, 30, 10
  select case (x)
  case (1d0)
    x = 2
  end select
  select case (l)
  case (.true.)
    x = 2
  case (.false.)
    x = 3
  end select
  select case (l)
  case default
    x = 1
  case (.true.:.false.)
    x = 2
  end select
  select case (n)
  case (1:3)
    x = 1
  case (2)
    x = 2
  case (5:4)
    x = 3
  case (n)
    x = 4
  case (:0, 9:)
    x = 5
  case default
    x = 6
  case default
    x = 7
  end select
  goto (10, 20), n
  goto 99
  assign 10 to n
  goto n, (10, 20)
  stop 'here'
end subroutine

subroutine loops(x, n, l)
  real(8) :: x(n)
  integer :: n, i, j
  logical :: l
  do i = 1, n, 0
    x(i) = 1
  end do
  do l = 1, 2
    x(1) = 1
  end do
  do x(1) = 1, 3
    x(2) = 1
  end do
  do i = 1, n
    i = 2
    n = n + 1
    do i = 1, 2
    end do
  end do
  outer: do i = 1, n
    cycle inner
    exit outer
    exit nowhere
  end do
  do concurrent (i = 1:n)
    x(i) = 1
  end do
  do while (n)
    n = n - 1
  end do
  forall (i = 1:n) x(i) = 0
  do 10 i = 1, n
  do 10 j = 1, n
10 x(i) = j
  exit
  cycle
end subroutine

subroutine io(x, n)
  real(8) :: x
  integer :: n
  print *, x
  print '(3f8.3)', x, (x, n = 1, 3)
  print 10, x
  write (*, *) x
  write (6, '(a)') 'text'
  write (unit=6, fmt=10) x
  read *, x
  read (5, *) x
  read (5, *, end=20) n
  rewind 7
  inquire (file='data', exist=l)
10 format (f8.3, 'text'')')
20 continue
  write
  print
  pause
  write (*, *
end subroutine

subroutine ranks(a, s)
  real(8) :: a(..), s
  select rank (a)
  rank (1)
    s = 1
  rank default
    s = 0
  end select
end subroutine

submodule (parent) child
contains
  module procedure part
    y = x
  end procedure part
end submodule child
