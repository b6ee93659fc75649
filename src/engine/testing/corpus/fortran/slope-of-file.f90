program slope_of_file
  use iso_fortran_env, only: iostat_end
  implicit none
  real(8) :: t, v, a(50), slope, sx, sy, sxx, sxy
  integer :: ios, n
  open (10, file='data.txt', status='old', action='read')
  sx = 0; sy = 0; sxx = 0; sxy = 0; n = 0
  do
    read (10, *, iostat=ios) t, v
    if (ios == iostat_end) exit
    n = n + 1
    a(n) = v
    sx = sx + t; sy = sy + v; sxx = sxx + t*t; sxy = sxy + t*v
  end do
  close (10)
  slope = (n*sxy - sx*sy)/(n*sxx - sx**2)
  print *, 'slope', slope, maxval(a(1:n))
end program
