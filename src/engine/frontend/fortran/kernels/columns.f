C     Columns: what continues a line, what comments on one, and what a tab stands for.
      subroutine columns(x, y)
      real*8 x(6), y(12), t, half
      integer i
      parameter (half = 0.5d0)
* a star in the first column
      y(1) = x(1) ! said behind
     !     + x(2)
     &     + x(3)

	y(2) = x(1)*half
	1 + x(4)
      t = 0
      do 10 i = 1, 6
      t = t + x(i)**2   ! one label ends two loops
      do 10 k = 1, 2
   10 t = t + 1 d - 1 * k
      y(3) = t
      do100i=1,3
  100 y(4)=y(4)+x(i)
      y(5) = x(2) ; y(6) = x(3)
      y(7) = max(x(1), x(2),
c a comment in between
     1 x(3))
      end
