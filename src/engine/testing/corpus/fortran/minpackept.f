      SUBROUTINE DEPTFG(NX,NY,X,F,FGRAD,C)
      INTEGER NX,NY
      DOUBLE PRECISION F,C,X(NX*NY),FGRAD(NX*NY)
      DOUBLE PRECISION ZERO,ONE,P5,THREE
      PARAMETER (ZERO=0.0D0,P5=0.5D0,ONE=1.0D0,THREE=3.0D0)
      INTEGER I,J,K
      DOUBLE PRECISION AREA,CDIV3,DVDX,DVDY,FLIN,FQUAD,HX,HY,TEMP,TEMP1,
     +       V,VB,VL,VR,VT
      HX = ONE/DBLE(NX+1)
      HY = ONE/DBLE(NY+1)
      AREA = P5*HX*HY
      CDIV3 = C/THREE
      DO 5 K = 1, NX*NY
    5 FGRAD(K) = ZERO
      FQUAD = ZERO
      FLIN = ZERO
      DO 40 J = 0,NY
         DO 30 I = 0,NX
            K = NX*(J-1) + I
            V = ZERO
            VR = ZERO
            VT = ZERO
            IF (I .GE. 1 .AND. J .GE. 1) V = X(K)
            IF (I .LT. NX .AND. J .GT. 0) VR = X(K+1)
            IF (I .GT. 0 .AND. J .LT. NY) VT = X(K+NX)
            DVDX = (VR-V)/HX
            DVDY = (VT-V)/HY
            FQUAD = FQUAD + DVDX**2 + DVDY**2
            FLIN = FLIN - CDIV3*(V+VR+VT)
            IF (I .NE. 0 .AND. J .NE. 0)THEN
               FGRAD(K) = FGRAD(K) - DVDX/HX - DVDY/HY - CDIV3
            END IF
   30    CONTINUE
   40 CONTINUE
      F = AREA*(P5*FQUAD+FLIN)
      END
