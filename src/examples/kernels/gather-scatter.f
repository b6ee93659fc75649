      subroutine flw2d1col(nsg1,nsg2,nubo,t3,pres,vnocl,
     +   g3,g4,rh3,rh4,ns,nseg)
c     The gather-scatter loop of fig. 1.2 in the paper on adjoint
c     data-flow analyses, without its call.
      integer nsg1,nsg2,ns,nseg
      integer nubo(2,nseg),iseg,is1,is2
      double precision t3(ns),pres(ns),vnocl(3,nseg)
      double precision g3(ns),g4(ns),rh3(ns),rh4(ns)
      double precision qsor,qs,dplim,pm
      do 30 iseg=nsg1,nsg2
        is1 = nubo(1,iseg)
        is2 = nubo(2,iseg)
        qsor = t3(is1)*vnocl(2,iseg)
        qs = t3(is2)*vnocl(2,iseg)
        dplim = qsor*g4(is1)+qs*g4(is2)
        rh4(is1) = rh4(is1) + dplim
        rh4(is2) = rh4(is2) - dplim
        pm = pres(is1)+pres(is2)
        dplim = qsor*g3(is1)+qs*g3(is2)+pm*vnocl(2,iseg)
        rh3(is1) = rh3(is1) + dplim
        rh3(is2) = rh3(is2) - dplim
30    continue
      end
