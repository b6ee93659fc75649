! WHERE inside of WHERE: its mask is taken where the statement stands, and holds where those around it do.
subroutine nested(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(8) :: r(6), s(6)
  complex(8) :: z(6)
  integer :: k(6)
  k = [0, 2, 1, 0, 3, 0]
  z = cmplx(x, 1, 8)
  r = x
  s = 0
  where (r > 0.5d0)
    r = r*x(6:1:-1) - 0.3d0
    where (r > 2)
      r = r + s
      where (r < 4) r = r*2
    elsewhere (r > 1)
      r = r - x
      z = z*z
    elsewhere
      where (k > 1)
        r = x**3
      elsewhere
        s = 7
      end where
    end where
    z = z + r
  elsewhere (x < 0.45d0)
    where (k > 0) r = 7/(k + 1) + x
  elsewhere
    r = -x
  end where
  where (k > 0)
    where (6/(k + 1) > 1) s = s + k
  end where
  y(1:6) = r + 10*s
  y(7:12) = real(z) - 3*aimag(z)
end subroutine nested
