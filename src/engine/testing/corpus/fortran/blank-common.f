      subroutine blank(n, a, x, y)
      integer n, i, j, k
      real*8 a(n, *), x(*), y(*), t
      double precision s
      common // u, v
      common /two/ p(3), q
      real u, v
      double precision p, q
      intrinsic dsin, dcos
      external helper
      real*8 helper
      k = 0
      do 30 i = 1, n
        y(i) = 0
        do 30 j = 1, n
          if (i .eq. j) goto 30
          if (a(i,j)) 10, 10, 20
   10     y(i) = y(i) - a(i,j) * dcos(x(j))
          k = k + 1
          go to 30
   20     y(i) = y(i) + a(i,j) * dsin(x(j))
   30 continue
      t = 0
      i = 0
   40 i = i + 1
      t = t + helper(x(i), y(i)) * p(mod(i, 3) + 1)
      if (i .lt. n) go to 40
      do 50 i = n, 1, -2
      s = t + u
   50 y(i) = y(i) * s + v * q
      goto (60, 70), k - 3
      y(1) = y(1) + 1.5d0
   60 y(1) = y(1) * 2
   70 if (.not. (y(1) .le. 3.d0 .or. k .ge. 2) .neqv. n .gt. 1) then
        y(1) = y(1) - 1.d-1
      else if (k .eq. 0) then
        y(1) = 0.
      endif
      end
      double precision function helper(a, b)
      implicit double precision (a-h, o-z)
      helper = a*b
      if (b .lt. 0.d0) return
      helper = helper + sqrt(b + 1)
      end
