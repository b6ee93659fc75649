      subroutine f(x, y)
      double precision x, y
      integer k
      y = x
      assign 10 to k
      goto 100
 10   assign 20 to k
      y = y*x
      goto 100
 20   continue
      return
 100  y = y*y + x
      goto k, (10, 20)
      end
