      SUBROUTINE CHOL(A,N,NP,P)
      INTEGER N,NP
      REAL A(NP,NP),P(N)
      DO 13 I=1,N
        DO 12 J=I,N
          SUM=A(I,J)
          IF(I.EQ.J) SUM=SUM+9.0*N
          DO 11 K=I-1,1,-1
            SUM=SUM-A(I,K)*A(J,K)
11        CONTINUE
          IF(I.EQ.J)THEN
            IF(SUM.LE.0.)PAUSE 'choldc failed'
            P(I)=SQRT(SUM)
          ELSE
            A(J,I)=SUM/P(I)
          ENDIF
12      CONTINUE
13    CONTINUE
      RETURN
      END
