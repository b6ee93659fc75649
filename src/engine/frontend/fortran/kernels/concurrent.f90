subroutine concurrent(x, y)
  implicit none
  interface
    pure function weight(k) result(w)
      import
      integer, intent(in) :: k
      double precision :: w
    end function weight
  end interface
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  integer :: i, j, m(2)
  real(8) :: a(3, 2)
  do concurrent (i = 1:3, j = 1:2)
    a(i, j) = x(i) * x(j + 3) + weight(i)
  end do
  pick: do concurrent (i = 1:6, x(i) > 1d0)
    if (x(i) > 2.5d0) cycle pick
    y(i) = x(i)**2
  end do pick
  do concurrent (i = 6:1:-2)
    j = i + 6
    y(j) = a(i / 2, 1) - a(i / 2, 2)
  end do
  m = [shiftl(3, 2), shifta(-9, 1)]
  y(7) = m(1) * x(1) + m(2) * x(2) + not(4)
  y(9) = iand(12, ior(4, ieor(3, 1))) * x(3)
end subroutine

pure function weight(k) result(w)
  integer, intent(in) :: k
  double precision :: w
  w = 0.25d0 * k
end function weight
