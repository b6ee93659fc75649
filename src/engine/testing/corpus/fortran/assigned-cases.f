C     RATE OF A REACTION IN THREE REGIMES, CHOSEN ONCE BY ASSIGN
      SUBROUTINE REGIME(N, T, RATE)
      INTEGER N, I, NEXT
      DOUBLE PRECISION T(N), RATE(N), K, C(4), CF, CE
      EQUIVALENCE (C(1), CF), (C(3), CE)
      C(2) = 2.5D0
      CF = 0.3D0
      CE = 1.7D0
      C(4) = C(1) + C(3)
      DO 90 I = 1, N
         ASSIGN 10 TO NEXT
         IF (T(I) .GT. 0.8D0) ASSIGN 20 TO NEXT
         IF (T(I) .GT. 1.2D0) ASSIGN 30 TO NEXT
         K = CF*T(I)
         GO TO NEXT, (10, 20, 30)
   10    RATE(I) = K*C(2)
         GO TO 90
   20    RATE(I) = K**2 + C(4)
         GO TO 90
   30    RATE(I) = EXP(-CE/T(I))*K
   90 CONTINUE
      END
