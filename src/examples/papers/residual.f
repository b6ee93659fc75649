      subroutine flux(ul,ur,vx,vy,f)
c     Rusanov flux of the Euler equations in two dimensions
      double precision ul(4),ur(4),vx,vy,f(4)
      double precision rl,vxl,vyl,pl,hl,rr,vxr,vyr,pr,hr,unl,unr
      double precision cl,cr,al,ar,lam,s
      s = sqrt(vx*vx+vy*vy)
      rl = 1.0d0/ul(1)
      vxl = ul(2)*rl
      vyl = ul(3)*rl
      pl = 0.4d0*(ul(4)-0.5d0*ul(1)*(vxl*vxl+vyl*vyl))
      hl = (ul(4)+pl)*rl
      rr = 1.0d0/ur(1)
      vxr = ur(2)*rr
      vyr = ur(3)*rr
      pr = 0.4d0*(ur(4)-0.5d0*ur(1)*(vxr*vxr+vyr*vyr))
      hr = (ur(4)+pr)*rr
      unl = vxl*vx+vyl*vy
      unr = vxr*vx+vyr*vy
      cl = sqrt(1.4d0*pl*rl)
      cr = sqrt(1.4d0*pr*rr)
      al = abs(unl)+cl*s
      ar = abs(unr)+cr*s
      lam = max(al,ar)
      f(1) = 0.5d0*(ul(1)*unl+ur(1)*unr-lam*(ur(1)-ul(1)))
      f(2) = 0.5d0*(ul(2)*unl+pl*vx+ur(2)*unr+pr*vx
     +  -lam*(ur(2)-ul(2)))
      f(3) = 0.5d0*(ul(3)*unl+pl*vy+ur(3)*unr+pr*vy
     +  -lam*(ur(3)-ul(3)))
      f(4) = 0.5d0*(ul(1)*hl*unl+ur(1)*hr*unr-lam*(ur(4)-ul(4)))
      end
      subroutine resid(nseg,ns,nubo,vn,dx,u,g,res)
c     Second-order residual: gather, extrapolate, flux, scatter
      integer nseg,ns,nubo(2,nseg),iseg,i1,i2,k
      double precision vn(2,nseg),dx(nseg),u(4,ns),g(4,ns),res(4,ns)
      double precision ul(4),ur(4),f(4),d1,d2
      do iseg=1,nseg
        i1 = nubo(1,iseg)
        i2 = nubo(2,iseg)
        do k=1,4
          d1 = 0.5d0*dx(iseg)*g(k,i1)
          d2 = 0.5d0*dx(iseg)*g(k,i2)
          ul(k) = u(k,i1)+d1
          ur(k) = u(k,i2)-d2
        end do
        call flux(ul,ur,vn(1,iseg),vn(2,iseg),f)
        do k=1,4
          res(k,i1) = res(k,i1)+f(k)
          res(k,i2) = res(k,i2)-f(k)
        end do
      end do
      end
