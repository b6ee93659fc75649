      subroutine interp(x, y)
      double precision x, y, t, lin
      t = lin(0.25, x, 1.5e0)
      y = t + lin(0.5, x, t)
      return
      end
      double precision function lin(w, a, b)
      double precision w, a, b
      lin = (1.0 - w)*a + w*b
      return
      end
