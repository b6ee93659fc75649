      subroutine newton(x, tol, *, y)
      double precision x, tol, y, d
      integer k
      y = x
      do 10 k = 1, 30
        d = (y*y - x)/(2d0*y)
        y = y - d
        if (abs(d) .lt. tol) return
 10   continue
      return 1
      end
      subroutine f(x, r)
      double precision x(3), r, y
      integer i
      r = 0
      do 30 i = 1, 3
        if (x(i) .gt. 0d0) call newton(x(i), 1d-12, *20, y)
        r = r + y*x(i)
        go to 30
 20     r = r - 1d3
 30   continue
      end
