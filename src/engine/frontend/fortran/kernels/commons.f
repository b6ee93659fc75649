      SUBROUTINE COMMONS(X, Y)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION X(6), Y(12)
      COMMON /COEF/ A(3), B, N
      COMMON /OTHER/ C
      DO 10 I = 1, N
   10 Y(I) = A(I)*X(I) + B
      Y(4) = POLY(X(4))
      C = C + X(5)
      Y(5) = C*X(6)
      END
      DOUBLE PRECISION FUNCTION POLY(T)
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /COEF/ A(3), SHIFT, N
      POLY = A(1) + T*(A(2) + T*A(3)) - SHIFT
      END
      BLOCK DATA INIT
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /COEF/ A(3), B, N
      COMMON /OTHER/ C
      DATA A /1.D0, 2*0.5D0/, B /.25D0/, N /3/
      DATA C /-1.5D0/
      END
