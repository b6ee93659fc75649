! Lines for the C preprocessor.
#define WORKING double precision
#define TERMS 3
#define LAST (TERMS + OFFSET)
#define OFFSET 1
#ifdef NOWHERE
this is no Fortran
#endif
subroutine prepared(x, y)
  implicit none
  WORKING, intent(in) :: x(6)
  WORKING, intent(out) :: y(12)
  integer :: i
  y = 0
  do i = 1, TERMS
    y(i) = x(i)**TERMS &
#if TERMS > 3 || defined(NOWHERE)
      + x(i) &
#elif LAST == 4 && !defined NOWHERE
      - x(i) &
#else
      * x(i) &
#endif
      + 1
  end do
  y(LAST) = x(1)
#undef TERMS
#ifndef TERMS
  y(5) = x(2)*2
# ifdef OFFSET
  y(6) = x(3)
# else
  y(6) = -x(3)
# endif
#else
  y(5) = x(2)*3
#endif
#if 0
  y(7) = x(1)
#endif
  y(8) = 1.0 + OFFSET
end subroutine
