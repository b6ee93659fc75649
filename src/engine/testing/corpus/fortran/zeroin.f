      DOUBLE PRECISION FUNCTION ZEROIN(AX,BX,F,TOL)
      DOUBLE PRECISION AX,BX,F,TOL
      EXTERNAL F
      DOUBLE PRECISION A,B,FA,FB,C,FC
      INTEGER IT
      A = AX
      B = BX
      FA = F(A)
      FB = F(B)
      DO 20 IT = 1,60
      C = 0.5D0*(A+B)
      FC = F(C)
      IF (ABS(B-A) .LT. TOL) GO TO 30
      IF (FA*FC) 10,30,15
   10 B = C
      FB = FC
      GO TO 20
   15 A = C
      FA = FC
   20 CONTINUE
   30 ZEROIN = C - FC*(B-A)/(FB-FA)
      END
      DOUBLE PRECISION FUNCTION G(X)
      DOUBLE PRECISION X,P
      COMMON /PAR/ P
      G = X*X*X - P
      END
      DOUBLE PRECISION FUNCTION ROOT(Q)
      DOUBLE PRECISION Q,P,G,ZEROIN
      EXTERNAL G
      COMMON /PAR/ P
      P = Q
      ROOT = ZEROIN(0.D0,3.D0,G,1.D-3)
      END
