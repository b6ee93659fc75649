      subroutine f(x, h, y)
      double precision x, y, t, h
      real r
      y = 0
      do 10 t = x, x + 1d0, h
        if (t .gt. 2d0) goto 10
        if (y .gt. 5d0) goto 20
        y = y + x*t*t
 10   continue
 20   y = y*t
      do r = 1.0, 0.0, -0.25
        y = y + r*x
      end do
      y = y + r*x
      end
