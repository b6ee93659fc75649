! A sum that tells when and how fast it was taken.
subroutine timed(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  character(len=8) :: day
  character(len=10) :: hour
  real(8) :: first, last
  integer :: began, rate
  call cpu_time(first)
  call system_clock(began, count_rate=rate)
  s = sum(x**2)
  call cpu_time(last)
  s = s + (last - first)
  call date_and_time(day, hour)
  print *, day, hour, began, rate
end subroutine timed

! Nothing here is real, and no derivative is asked of it where there is something else.
subroutine timestamp()
  implicit none
  character(len=9), parameter, dimension(3) :: quarter = (/ 'spring   ', 'summer   ', 'otherwise' /)
  character(len=2) :: half
  integer :: values(8)
  call date_and_time(values=values)
  if (values(5) < 12) then
    half = 'AM'
  else
    half = 'PM'
  end if
  write (*, '(i2,1x,a,1x,a)') values(3), trim(quarter(min(values(2), 3))), half
end subroutine timestamp
