! MAXLOC and FINDLOC along a dimension and from behind, UNPACK, RESHAPE with PAD, bits that move by a variable, ENUM.
subroutine searched(x, y)
  implicit none
  enum, bind(c)
    enumerator :: first = 1, second
    enumerator third
  end enum
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(8) :: a(2, 3), w(2, 4)
  integer :: at(2), line(3), k
  a = reshape(x, [2, 3])
  at = maxloc(a)
  y(1) = at(1) + 10*at(2) + a(at(1), at(2))
  line = minloc(a, dim=1)
  y(2) = line(first) + 10*line(second) + 100*line(third)
  at = maxloc(a, 2, mask=a < 2d0, back=.true.)
  y(3) = at(1) + 10*at(2)
  y(4) = findloc(nint(x), 2, dim=1) + 10*findloc(nint(x), 2, dim=1, back=.true.) + maxloc(x, 1, kind=8)
  line(:2) = findloc(a > 1.5d0, .true.)
  y(5) = line(1) + 10*line(2) + 100*findloc(x, 77d0, 1)
  w = reshape(x, [2, 4], pad=[-x(1), 2d0])
  y(6:7) = w(:, 4)
  w = unpack(x, reshape(x(1) + [1, 2, 3, 4, 5, 6, 7, 8] > 3.5d0, [2, 4]), 7d0)
  y(8) = sum(w*w(2:1:-1, :))
  k = nint(x(4))
  y(9) = ishft(k, k) + ishft(-5, -k) + ishft(1000, -k) + ishft(1, 29 + k)
  critical
    y(10) = dble(ishftc(k, 3)) + ishftc(-7, -k) + ishftc(29, k, 5)
  end critical
  y(11) = dgamma(x(1)) + dlgama(x(2))
  y(12) = sum(unpack(x(1:2), [.true., .false., .true.], x(4:6)))
end subroutine
