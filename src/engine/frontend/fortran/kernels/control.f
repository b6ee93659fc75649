      SUBROUTINE CONTROL(X,Y)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (M=6)
      DIMENSION X(M),Y(12)
      DATA C1,C2/0.5D0,1/
      SQ(U,V)=U*U+V
      DO 5 I=1,12
    5 Y(I)=0
      DO 10 I=1,M
      IF(X(I)-1D0)20,30,40
   20 Y(1)=Y(1)+SQ(X(I),C1)
      GOTO10
   30 Y(1)=Y(1)+1
      GO TO 10
   40 Y(1)=Y(1)-DSQRT(X(I))
   10 CONTINUE
      DO60J=1,3
      DO 60 K=3,1,-1
   60 Y(2)=Y(2)+X(J)*X(K)
      DO20I=1.5
      Y(3)=DO20I*X(1)+I
      K=0
   70 K=K+1
      GOTO(80,90,100),K
      GOTO 110
   80 Y(4)=Y(4)+X(1)
      GOTO 70
   90 Y(4)=Y(4)*X(2)
      GOTO 70
  100 Y(4)=Y(4)+X(3)
      IF(Y(4).LT.1D2) GOTO 70
  110 CONTINUE
      I=0
      DO 130 WHILE(I.LT.10)
      I=I+1
      IF(MOD(I,2).EQ.0) GOTO 130
      IF(I.GT.7) GOTO 140
      Y(5)=Y(5)+I*X(2)
  130 CONTINUE
  140 Y(6)=I
      DO 150 I=10,1,-3
      Y(7)=Y(7)+I*X(1)
  150 CONTINUE
      Y(8)=I
      DO 160 I=3,2
      Y(8)=99
  160 CONTINUE
      Y(9)=I+C1+C2
      END
     
