C     Y := ALPHA*OP(A)*X, AS THE LIBRARIES SAY IT.
      SUBROUTINE DGEMVT(TRANS, M, N, ALPHA, A, LDA, X, Y)
      CHARACTER*1 TRANS
      INTEGER M, N, LDA
      DOUBLE PRECISION ALPHA, A(LDA,*), X(*), Y(*)
      DOUBLE PRECISION TEMP
      INTEGER I, J
      IF (TRANS .EQ. 'N' .OR. TRANS .EQ. 'n') THEN
         DO 20 J = 1, N
            TEMP = ALPHA*X(J)
            DO 10 I = 1, M
               Y(I) = Y(I) + TEMP*A(I,J)
   10       CONTINUE
   20    CONTINUE
      ELSE
         DO 40 J = 1, N
            TEMP = 0.0D0
            DO 30 I = 1, M
               TEMP = TEMP + A(I,J)*X(I)
   30       CONTINUE
            Y(J) = Y(J) + ALPHA*TEMP
   40    CONTINUE
      END IF
      END
      SUBROUTINE NORMAL(N, A, X, Y, F)
      INTEGER N, I
      DOUBLE PRECISION A(N,N), X(N), Y(N), F
      DO 10 I = 1, N
         Y(I) = 0.0D0
   10 CONTINUE
      CALL DGEMVT('No transpose', N, N, 1.0D0, A, N, X, Y)
      CALL DGEMVT('T', N, N, 2.0D0, A, N, X, Y)
      F = 0.0D0
      DO 20 I = 1, N
         F = F + Y(I)**2
   20 CONTINUE
      END
