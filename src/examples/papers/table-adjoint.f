      subroutine smooth(ns,u)
c     u is overwritten, and needed to come back: the adjoint of the
c     caller puts it back before it runs this routine again.
      integer ns,i
      double precision u(ns)
      do 10 i=1,ns
        u(i) = u(i)*u(i) + 0.1d0
10    continue
      end
      subroutine flux(ns,u,w,r,e)
c     Reads u and w, adds to r, and tells the size of what it adds.
      integer ns,i
      double precision u(ns),w(ns),r(ns),e,d
      do 20 i=1,ns-1
        d = u(i)*w(i+1) - u(i+1)*w(i)
        e = e + d*d
        r(i) = r(i) + d
        r(i+1) = r(i+1) - d
20    continue
      end
      subroutine steps(nt,ns,u,w,r,e)
c     A relaxation in the manner of the codes of table 1.1.
      integer nt,ns,k,i
      double precision u(ns),w(ns),r(ns),e
      do 40 k=1,nt
        do 30 i=1,ns
          r(i) = 0.d0
30      continue
        call flux(ns,u,w,r,e)
        do 35 i=1,ns
          w(i) = w(i)*(u(i) + 0.05d0*r(i))
35      continue
        call smooth(ns,u)
40    continue
      end
