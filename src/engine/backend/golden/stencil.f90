module settings
  implicit none
  real(8) :: weight = 0.25d0
end module settings

real(8) function limited(x, top)
  implicit none
  real(8), intent(in) :: x, top
  limited = min(x, top)
  if (x < 0) limited = sign(0.5d0, x) * abs(x)**1.5d0
end function limited

subroutine stencil(n, m, a, b, steps, energy)
  use settings
  implicit none
  integer, intent(in) :: n, m, steps
  real(8), intent(inout) :: a(n, 0:m)
  real(8), intent(in) :: b(:, :)
  real(8), intent(out) :: energy
  real(8), external :: limited
  real(8) :: old(n)
  integer :: i, j, s
  logical :: odd
  energy = 0
  do s = 1, steps
    odd = mod(s, 2) == 1
    outer: do j = m - 1, 1, -2
      old = a(:, j)
      do i = 2, n - 1
        if (old(i) > 1d3) exit outer
        if (old(i) == 0d0) cycle outer
        a(i, j) = weight*(old(i-1) + old(i+1) + a(i, j-1) + a(i, j+1)) + b(i, j)
      end do
    end do outer
    select case (s)
    case (:1)
      energy = energy + limited(a(2, 1), 10d0)
    case (2:4, 7)
      energy = energy*exp(-a(2, 1)) + log(1 + a(2, 1)**2)
    case default
      if (odd .neqv. .true.) energy = energy - real(int(a(1, 1)))
    end select
  end do
end subroutine stencil
