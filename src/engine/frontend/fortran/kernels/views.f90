! ASSOCIATE: names for variables, arrays, sections and values; BLOCK: declarations in the middle.
module views_data
  implicit none
  real(8) :: shared(4) = (/ 1d0, 2d0, 3d0, 4d0 /)
  integer :: here = 2
end module views_data
subroutine views(x, y)
  use views_data
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(0:5), m(3, 0:3), s(6), t
  integer :: i, j, k, most
  a = x; s = x; t = 2
  m = reshape((/ x, x(6:1:-1) /), (/ 3, 4 /))
  associate (pos => s(1:3), vel => s(4:6), mu => 3*x(1) + 1, n => size(s)/2)
    y(1) = 0.5d0*dot_product(vel, vel) - mu/norm2(pos) + n
    vel = vel - 0.1d0*mu*pos
    pos(2:n) = pos(1:n-1) + vel(3)
    pos(1) = pos(1)*vel(2)
  end associate
  y(2) = sum(s*x)
  ! The element stays the one that it was, and so do the bounds.
  i = 2; j = 4
  associate (e => a(i), part => a(i:j), whole => a, row => m(i, :), odd => x(1::2))
    i = 5; j = 5
    e = e*3
    part(2) = part(2) + part(3)
    whole(0) = whole(lbound(whole, 1)) + size(part) + ubound(part, 1)
    row(2:) = row(:3)*odd(2)
    y(3) = sum(part) + sum(row) + odd(3)
    y(4) = row(1) - m(2, 0)
  end associate
  y(5) = sum(a*x)
  associate (v => t)
    v = v*x(3)
    associate (v => v + 1, w => v)
      w = w*v
    end associate
    associate (z => s(2:5))
      associate (q => z(2:4:2))
        q(2) = q(1)*x(1)
        q = q + 1
      end associate
      z(4:1:-1) = z
    end associate
  end associate
  y(6) = t; y(7) = sum(s*x)
  associate (g => shared(here), twice => 2*shared)
    call moved()
    g = g + x(2)
    y(8) = sum(twice) + g
  end associate
  outer: associate (u => y(9))
    u = 0
    do k = 1, 6
      u = u + x(k)
      if (x(k) > 2) exit outer
    end do
    u = -u
  end associate outer
  most = 3
  block
    real(8) :: t, w(most)
    integer, parameter :: n = 3
    t = x(1)
    w = t
    do i = 1, n
      block
        real(8) :: t
        t = x(i)
        w(i) = w(i)*t
      end block
    end do
    y(10) = sum(w) + t
  end block
  sum_up: block
    real(8) :: local
    local = x(5)
    y(11) = local
    if (local > 1) exit sum_up
    y(11) = 0
  end block sum_up
  y(12) = t
contains
  subroutine moved()
    here = 3
    shared(1) = 7
  end subroutine moved
end subroutine views
