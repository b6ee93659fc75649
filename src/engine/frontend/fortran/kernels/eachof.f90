! ELEMENTAL routines of structures with arrays in them: each of several structures is one element.
module eachof_types
  implicit none
  type vec
    real(8) :: c(2) = 0, m = 1
  end type
  type body
    type(vec) :: x, v(2)
    real(8) :: k(2,2) = 1
  end type
  interface operator(+)
    module procedure plus
  end interface
  interface operator(*)
    module procedure times
  end interface
contains
  elemental function plus(a, b) result(r)
    type(vec), intent(in) :: a, b
    type(vec) :: r
    r%c = a%c + b%c
    r%m = a%m*b%m
  end function
  elemental function times(s, a) result(r)
    real(8), intent(in) :: s
    type(vec), intent(in) :: a
    type(vec) :: r
    r%c = s*a%c
    r%m = a%m
  end function
  elemental real(8) function norm(a)
    type(vec), intent(in) :: a
    norm = sqrt(sum(a%c**2))*a%m
  end function
  elemental subroutine push(b, dt, e)
    type(body), intent(inout) :: b
    real(8), intent(in) :: dt
    real(8), intent(out), optional :: e
    b%x = b%x + dt*b%v(1)
    b%v(2)%c = b%x%c + b%k(:,1)
    b%k(1,:) = b%k(2,:)*dt
    if (present(e)) e = norm(b%x) + norm(b%v(2))
  end subroutine
end module
subroutine eachof(x, y)
  use eachof_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(vec) :: v(3), w(3), g(2,3), one
  type(body) :: b(3)
  real(8) :: e(3), s
  integer :: i
  y = 0
  do i = 1, 3
    v(i)%c = [x(i), x(7-i)]
    w(i)%c = [x(i)**2, 1d0*i]
    w(i)%m = 0.5d0*i
    b(i)%x = v(i)
    b(i)%v(1) = w(i)
  end do
  one%c = [x(1), x(2)]
  w = v + w
  y(1:3) = norm(w)
  v = x(1:3)*v
  y(4) = sum(norm(v)) + norm(v(2))
  v(1:3:2) = v(1:3:2) + one
  y(5) = v(1)%c(1) + v(3)%c(2)*v(2)%c(1)
  g(1,:) = v
  g(2,:) = x(2)*w
  y(6) = sum(norm(g(2,:))) + sum(norm(g)*2)
  call push(b, x(1))
  y(7) = b(1)%x%c(1) + b(2)%x%c(2) + b(3)%v(2)%c(2)
  call push(b(2:3), x(2:3), e(2:3))
  y(8) = e(2)*e(3) + b(3)%k(1,2)
  call push(b(3:1:-2), dt=x(4:6:2))
  y(9) = b(1)%x%c(1) - b(3)%x%c(2)
  where (norm(v) > 1)
    e = norm(v)
  elsewhere
    e = -norm(w)
  end where
  y(10) = sum(e)
  y(11) = maxval(norm(v) + norm(w))
  s = sum([(norm(v(i)), i=1,3)])
  y(12) = s
end subroutine

