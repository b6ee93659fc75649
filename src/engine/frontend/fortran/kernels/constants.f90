! Everything that is computed while the text is read.
subroutine constants(x, y)
  implicit none
  integer, parameter :: n = 3 + 2*4 - 7/2 - 2**2, m = mod(17, 5), k = -7/2, up = 2**10
  integer, parameter :: bits = ior(iand(12, 10), ieor(3, 5)), flipped = not(6), digits9 = selected_int_kind(9)
  integer, parameter :: d = selected_real_kind(12, 100), s = selected_real_kind(6), long = selected_int_kind(15)
  real(d), parameter :: third = 1.0_d/3, two(2) = (/ 2d0, 4d0 /), scaled(3) = [1, 2, 3]
  real(s), parameter :: single = 0.1, tenth = single*3.0
  logical, parameter :: yes = n > 3 .and. .not. m == 4, no = yes .eqv. .false., either = no .or. k < 0
  real(d), parameter :: root = sqrt(2d0), merged = merge(1d0, 2d0, yes), least = min(3d0, 1d0, 2d0)
  integer(long), parameter :: wide = 3000000000_8
  real(d), parameter :: table(2, 2) = reshape((/ 1d0, 2d0, 3d0, 4d0 /), (/ 2, 2 /))
  real(8) :: x(6), y(12), inside(n), z(0:m), data1(4), data2(2, 3), data3(5), rest(3)
  real(8), save :: kept = 0.25d0
  logical :: flags(2)
  integer :: i, j
  data data1 /2*1.5d0, 2.5d0, -3d0/
  data ((data2(i, j), i = 1, 2), j = 1, 3) /6*0.5d0/
  data (data3(i), i = 1, 5, 2) /1d0, 3d0, 5d0/, data3(2), data3(4) /2d0, 4d0/
  data (rest(i), i = 3, 1, -1) /3d0, 2d0, 1d0/
  data flags /.true., .false./
  inside = third
  z = x(1)
  y(1) = sum(inside)*x(1) + n + m
  y(2) = z(m)*two(1) + two(2) + k + up
  y(3) = single*x(2) + tenth + bits + flipped
  y(4) = data1(1)*x(3) + data1(4)*data1(3)
  y(5) = sum(data2)*x(4) + sum(data3*scaled(2))
  if (yes .and. either) y(6) = x(5)*root*merged
  if (.not. no) y(7) = least*x(6) + wide*1d-9
  y(8) = table(2, 1)*x(1) + table(1, 2)
  y(9) = dot_product(rest, x(1:3)) + kept
  if (flags(1) .and. .not. flags(2)) y(10) = x(2)**3 + digits9
  y(11) = kind(third) + kind(n) + kind(wide) + x(1)*huge(n)*1d-9 + tiny(1.0)
  y(12) = size(data2, 2)*x(3) + ubound(z, 1) + lbound(z, 1) + real(ubound(data2, 2), 8)
end subroutine
