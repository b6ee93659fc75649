      SUBROUTINE DGEMM(M,N,K,ALPHA,A,LDA,B,LDB,BETA,C,LDC)
      DOUBLE PRECISION ALPHA,BETA
      INTEGER K,LDA,LDB,LDC,M,N
      DOUBLE PRECISION A(LDA,*),B(LDB,*),C(LDC,*),TEMP
      INTEGER I,J,L
      IF ((M.EQ.0) .OR. (N.EQ.0) .OR.
     $    (((ALPHA.EQ.0.0D0).OR. (K.EQ.0)).AND. (BETA.EQ.1.0D0))) RETURN
      DO 90 J = 1,N
          IF (BETA.EQ.0.0D0) THEN
              DO 50 I = 1,M
                  C(I,J) = 0.0D0
   50         CONTINUE
          ELSE IF (BETA.NE.1.0D0) THEN
              DO 60 I = 1,M
                  C(I,J) = BETA*C(I,J)
   60         CONTINUE
          END IF
          DO 80 L = 1,K
              TEMP = ALPHA*B(L,J)
              DO 70 I = 1,M
                  C(I,J) = C(I,J) + TEMP*A(I,L)
   70         CONTINUE
   80     CONTINUE
   90 CONTINUE
      RETURN
      END
