      double precision function g(p,q,r2)
c     Stands for the routine that the paper hides.
      double precision p,q(7),r2,x
      common /globals/ x
      p = p*x
      r2 = p + q(3)
      g = q(1)*x
      end
      subroutine calls(a,t,k,r,r2)
c     The call of fig. 10 in the report on TAPENADE.
      integer k
      double precision a,t(20),r,r2,x,g
      common /globals/ x
      external g
      a = a + 3*t(2)
      r = g(a,t(k),r2)
      end
