      SUBROUTINE S(N, X, Y, F)
      INTEGER N
      DOUBLE PRECISION X(1), Y(1), F(1)
      INTEGER I
      F = 0
      DO 10 I = 1, N
        F(1) = F(1) + X(I)*Y(I)
   10 CONTINUE
      F = F*2
      PRINT *, F
      END
