      SUBROUTINE FCN(N,X,FVEC,LAMBDA)
      INTEGER N
      DOUBLE PRECISION X(N,N),FVEC(N,N),LAMBDA
      INTEGER I,J
      DOUBLE PRECISION H,ZERO,ONE,TWO,FOUR
      PARAMETER (ZERO=0.0D0,ONE=1.0D0,TWO=2.0D0,FOUR=4.0D0)
      H = ONE/DBLE(N+1)
      DO 20 J = 1, N
         DO 10 I = 1, N
            FVEC(I,J) = FOUR*X(I,J) - H*H*LAMBDA*EXP(X(I,J))
            IF (I .GT. 1) FVEC(I,J) = FVEC(I,J) - X(I-1,J)
            IF (I .LT. N) FVEC(I,J) = FVEC(I,J) - X(I+1,J)
            IF (J .GT. 1) FVEC(I,J) = FVEC(I,J) - X(I,J-1)
            IF (J .LT. N) FVEC(I,J) = FVEC(I,J) - X(I,J+1)
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
