      subroutine calls(a,t,k,r,r2)
c     The call of fig. 10 in the report on TAPENADE, its routine
c     hidden, with what section 4.2 says of it.
c     backsweep: external(g, read(a, t(1:7), x), written(a, r2, g), dependence(a: x, r2: a x, g: a t))
      integer k
      double precision a,t(20),r,r2,x,g
      common /globals/ x
      external g
      a = a + 3*t(2)
      r = g(a,t(k),r2)
      end
