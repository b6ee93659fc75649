      SUBROUTINE STATE(MODE,X,Y)
      REAL*8 X,Y,F,A,B
      INTEGER MODE
      F(A,B) = A*B + SIN(A)
      Y = 0.D0
      GO TO (10,20,30),MODE
      Y = -X
      GO TO 99
   10 Y = F(X,2.D0)
      IF (Y-1.D0) 20,99,30
   20 Y = Y + F(X,Y)
   30 DO 40 I=1,3
      IF (Y.GT.10.D0) GOTO 99
   40 Y = Y*X + FLOAT(I)
   99 RETURN
      END
