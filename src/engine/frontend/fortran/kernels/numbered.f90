! Procedure pointers: chosen, copied, asked about, in arrays of structures, returned, and passed for routines.
module numbered_acts
  implicit none
  interface
    pure real(8) function act_i(v)
      real(8), intent(in) :: v
    end function
  end interface
  type t
    procedure(act_i), pointer, nopass :: f => null(), g => null()
  end type
contains
  pure real(8) function relu(v)
    real(8), intent(in) :: v
    relu = max(v, 0d0)
  end function
  pure real(8) function sig(v)
    real(8), intent(in) :: v
    sig = 1/(1 + exp(-v))
  end function
  function by_name(s) result(p)
    character(*), intent(in) :: s
    procedure(act_i), pointer :: p
    select case (s)
    case ('relu'); p => relu
    case ('sigmoid'); p => sig
    case default; p => null()
    end select
  end function
  subroutine work(c, n)
    interface
      subroutine c(k)
        integer, intent(in) :: k
      end subroutine
    end interface
    integer :: n, i
    do i = 1, n
      call c(i)
    end do
  end subroutine
end module
subroutine numbered(x, y)
  use numbered_acts
  implicit none
  real(8) :: x(6), y(12)
  procedure(act_i), pointer :: p, q
  procedure(hit), pointer :: c
  type(t) :: a(2), b
  integer :: i
  p => by_name('sigmoid')
  q => p
  y(1) = p(q(x(1))*relu(x(2)))
  nullify(p, q)
  if (associated(p) .or. associated(q)) y(2) = 1
  a(1)%f => relu; a(1)%g => sig
  b = a(1)
  a(2) = t(sig, g=by_name('relu'))
  nullify(a(1)%g)
  do i = 1, 2
    associate (e => a(i))
      y(2+i) = e%f(x(i))
      if (associated(e%g)) y(4+i) = e%g(x(3) - 1)
    end associate
  end do
  y(7) = b%g(b%f(x(4)))
  c => hit
  call work(c, 3)
  if (x(1) > 0) c => hit2
  call work(c, 2)
  call c(2)
contains
  subroutine hit(k)
    integer, intent(in) :: k
    y(8) = y(8) + k*x(k)
  end subroutine
  subroutine hit2(k)
    integer, intent(in) :: k
    y(9) = y(9) + x(k)**k
  end subroutine
end subroutine
