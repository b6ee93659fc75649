      double precision function bessel(x)
      double precision x, bessi, s, t
      integer k, m
      m = -1
      go to 10
      entry bessi(x)
      m = 1
   10 s = 1.d0
      t = 1.d0
      do 20 k = 1, 8
        t = m*t*x*x/(4.d0*k*k)
        s = s + t
   20 continue
      bessel = s
      return
      end
      subroutine sums(x, y)
      double precision x, y, bessel, bessi
      y = bessel(x) + 2.d0*bessi(x)
      return
      end
