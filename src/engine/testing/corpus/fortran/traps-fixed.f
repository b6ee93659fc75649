C     Traps of fixed form, in one routine.
      SUBROUTINE TRAPS(N, X, Y, Z)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION X(*), TAB(6), ITAB(2,3)
      COMMON /BLK/ SCALE, OFF, KNT
      INTEGER IF, END
      DATA TAB /2*1.5D0, 3*0.25D0, -1.D0/, (ITAB(1,J),J=1,3) /1,2,3/,
     1     ((ITAB(I,J),I=2,2),J=1,3) /3*7/
      DATA EPS, BIG /1.D-3, 1.D+3/
      F(A,B) = A*B + SIN(A)/B
      G(T) = F(T,2.D0)**2
      IF = 2
      END = 0
      Y = 0.D0
      Z = 1
      DO 10 I=1,N
      IF (X(I)) 1, 2, 3
    1 Y = Y - X(I)
      GO TO 10
    2 Y = Y + EPS
      GOTO 10
    3 Y = Y + F(X(I),TAB(MOD(I,6)+1)) * ITAB(2,MOD(I,3)+1) / IF
   10 CONTINUE
      K = MOD(N,4) + 1
      GO TO (20, 30, 40), K
      Z = Z*G(Y/BIG)
      GO TO 50
   20 Z = Z + Y
      GO TO 50
   30 Z = Z - Y
   40 Z = Z*2.D0
   50 IF (Z .GT. 1.D1 .AND. Y .LT. BIG) Z = DSQRT(DABS(Z)) + DLOG(1.D0
     &  + Y*Y)
      DO 60, J = 3, 1, -1
      END = END + 1
   60 Z = Z + TAB(J) * DBLE(J) + DSIGN(1.D0,Y)*AMAX1(1.0,2.0)
      DO20I=1 . 5
      Z = Z*SCALE + OFF*END*DO20I
	IF(KNT.GE.0)Z = Z + KNT
      RETURN
      END
