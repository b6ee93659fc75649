C     A trailing block is passed by its first element, with the leading
C     dimension of the whole: its last column is there in part only.
      SUBROUTINE FACTOR(A, S)
      DOUBLE PRECISION A(4,4), S
      INTEGER J
      S = 0.0D0
      DO 10 J = 1, 3
         CALL SCALE(4-J, 1.0D0/(4.0D0 + A(J,J)), A(J+1,J))
         CALL RANK1(4-J, A(J+1,J), A(J,J+1), A(J+1,J+1), 4)
         S = S + LOG(4.0D0 + A(J,J)*A(J,J))
   10 CONTINUE
      S = S + A(4,4)*A(2,3)
      END
      SUBROUTINE SCALE(N, F, X)
      INTEGER N, I
      DOUBLE PRECISION F, X(*)
      DO 20 I = 1, N
   20 X(I) = F*X(I)
      END
      SUBROUTINE RANK1(M, X, Y, A, LDA)
      INTEGER M, LDA, I, K
      DOUBLE PRECISION X(*), Y(LDA,*), A(LDA,*)
      DO 30 K = 1, M
         DO 30 I = 1, M
   30 A(I,K) = A(I,K) - X(I)*Y(1,K)
      END
