      SUBROUTINE DERIVS(T,Y,DY)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION Y(3),DY(3)
      COMMON /RATES/ R1,R2,R3
      COMMON NCALL
      DY(1) = -R1*Y(1) + R2*Y(2)*Y(3)
      DY(3) = R3*Y(2)**2*T
      DY(2) = -DY(1) - 2*DY(3)
      NCALL = NCALL + 1
      RETURN
      END
