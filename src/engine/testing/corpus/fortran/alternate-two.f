      subroutine g(x, y, *, *)
      double precision x, y
      y = x*x
      if (x .lt. 0d0) return 1
      if (x .gt. 10d0) return 2
      y = y*x
      return
      end
      subroutine f(x, y)
      double precision x, y
      call g(x, y, *10, *20)
      y = y + 1
      return
 10   y = 3*y
      return
 20   y = 5*y*x
      end
