      subroutine seta(x)
      double precision x, u, v(3)
      common /blk/ u, v
      u = x*x
      v(1) = x
      v(2) = x*u
      v(3) = sin(x)
      end
      subroutine getb(y)
      double precision y, w(4)
      common /blk/ w
      y = w(1)*w(2) + w(3)*w(4)
      end
      subroutine f(x, y)
      double precision x, y
      call seta(x)
      call getb(y)
      end
