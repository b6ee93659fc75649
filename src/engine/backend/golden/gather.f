      subroutine gather(n, m, ia, f, y, r)
C     Sums what the index array points at.
      integer n, m, ia(m), i, k
      double precision f(0:n+1), y, r(n, -1:2), c, d(3)
      common /coef/ c, d
      y = 0.d0
      do 10 k = 1, m
        i = ia(k)
        if (i .lt. 1) goto 20
        y = y + c*f(i)**2*d(mod(i, 3) + 1)
        r(i, -1) = f(i-1) - 2*f(i) + f(i+1)
 10   continue
      return
 20   y = -y
      end
