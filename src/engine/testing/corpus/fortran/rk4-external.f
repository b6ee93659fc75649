      SUBROUTINE rk4(y,dydx,n,x,h,yout,derivs)
      INTEGER n,NMAX
      REAL*8 h,x,dydx(n),y(n),yout(n)
      EXTERNAL derivs
      PARAMETER (NMAX=50)
      INTEGER i
      REAL*8 h6,hh,xh,dym(NMAX),dyt(NMAX),yt(NMAX)
      hh=h*0.5d0
      h6=h/6.d0
      xh=x+hh
      do 11 i=1,n
        yt(i)=y(i)+hh*dydx(i)
11    continue
      call derivs(xh,yt,dyt)
      do 12 i=1,n
        yt(i)=y(i)+hh*dyt(i)
12    continue
      call derivs(xh,yt,dym)
      do 13 i=1,n
        yt(i)=y(i)+h*dym(i)
        dym(i)=dyt(i)+dym(i)
13    continue
      call derivs(x+h,yt,dyt)
      do 14 i=1,n
        yout(i)=y(i)+h6*(dydx(i)+dyt(i)+2.d0*dym(i))
14    continue
      return
      END
      SUBROUTINE PEND(T,Y,DY)
      REAL*8 T,Y(2),DY(2)
      DY(1)=Y(2)
      DY(2)=-SIN(Y(1))-0.1D0*Y(2)+0.3D0*COS(T)
      END
      SUBROUTINE SIM(Y,H,NSTEP)
      REAL*8 Y(2),H,DY(2),T
      INTEGER NSTEP,I
      EXTERNAL PEND
      T=0
      DO 10 I=1,NSTEP
        CALL PEND(T,Y,DY)
        CALL RK4(Y,DY,2,T,H,Y,PEND)
        T=T+H
10    CONTINUE
      END
