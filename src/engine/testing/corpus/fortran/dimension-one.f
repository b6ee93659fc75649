      subroutine f(n, x, y)
      integer n
      double precision x(1), y(1)
      call g(n, x, y)
      return
      end
      subroutine g(n, x, y)
      integer n
      double precision x(n), y(n)
      integer i
      do 10 i = 1, n
   10 y(i) = sin(x(i))
      return
      end
