      subroutine imped(r, xl, c, w, z)
      real*8 r, xl, c, w
      complex*16 z, zl, zc, y
      zl = dcmplx(r, w*xl)
      zc = 1.d0/dcmplx(0.d0, w*c)
      y = 1.d0/zl + 1.d0/zc
      z = 1.d0/y
      return
      end
