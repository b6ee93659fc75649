      subroutine fft4(x, y)
      complex*16 x(4), y(4), w
      double precision pi, arg
      integer k, j
      pi = 3.14159265358979d0
      do 20 k = 1, 4
        y(k) = (0.d0, 0.d0)
        do 10 j = 1, 4
          arg = -2.d0*pi*(j-1)*(k-1)/4.d0
          w = dcmplx(cos(arg), sin(arg))
          y(k) = y(k) + w*x(j)
   10   continue
   20 continue
      return
      end
