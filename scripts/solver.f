C     A solver of linear systems in the manner of LINPACK: Crout's
C     columns, rows exchanged, loops unrolled, control by GO TO.
      SUBROUTINE SOLVER(A,LD,N,IP,X,MODE,IERR)
      INTEGER LD,N,MODE,IERR,IP(N)
      DOUBLE PRECISION A(LD,N),X(N)
      CALL FACTOR(A,LD,N,IP,IERR)
      IF (IERR .NE. 0) GO TO 99
      CALL REFINE(A,LD,N,IP,X,MODE)
   99 CONTINUE
      RETURN
      END
      SUBROUTINE FACTOR(A,LD,N,IP,IERR)
      INTEGER LD,N,IERR,IP(1)
      DOUBLE PRECISION A(LD,1)
      DOUBLE PRECISION P,S,INNER
      INTEGER LARGST,I,J,K,M
      IERR = 0
      IF (N .LT. 1) GO TO 80
      DO 70 J = 1, N
         IF (J .EQ. 1) GO TO 20
            DO 10 K = 2, J
               I = IP(K-1)
               IF (I .EQ. K-1) GO TO 10
                  S = A(I,J)
                  A(I,J) = A(K-1,J)
                  A(K-1,J) = S
   10       CONTINUE
            DO 15 K = 2, J
               A(K,J) = A(K,J) - INNER(K-1,A(K,1),LD,A(1,J),1)
   15       CONTINUE
   20    CONTINUE
         M = N - J
         IF (J .EQ. 1) GO TO 30
            DO 25 K = 1, J-1
               CALL ADDTO(M,-A(K,J),A(J+1,K),1,A(J+1,J),1)
   25       CONTINUE
   30    CONTINUE
         I = LARGST(M+1,A(J,J),1) + J - 1
         IP(J) = I
         P = A(I,J)
         IF (P .EQ. 0.0D0) GO TO 60
            IF (I .EQ. J) GO TO 40
               A(I,J) = A(J,J)
               A(J,J) = P
   40       CONTINUE
            S = 1.0D0/P
            CALL TIMES(M,S,A(J+1,J),1)
         GO TO 65
   60    CONTINUE
            IERR = J
   65    CONTINUE
   70 CONTINUE
   80 CONTINUE
      RETURN
      END
      SUBROUTINE REFINE(A,LD,N,IP,X,MODE)
      INTEGER LD,N,MODE,IP(1)
      DOUBLE PRECISION A(LD,1),X(1)
      DOUBLE PRECISION INNER,S
      INTEGER I,J,K
      IF (MODE .GT. 0) GO TO 50
         DO 20 J = 1, N
            I = IP(J)
            S = X(I)
            IF (I .EQ. J) GO TO 10
               X(I) = X(J)
               X(J) = S
   10       CONTINUE
            CALL ADDTO(N-J,-S,A(J+1,J),1,X(J+1),1)
   20    CONTINUE
         DO 40 K = 1, N
            J = N - K + 1
            X(J) = X(J)/A(J,J)
            S = -X(J)
            IF (J .EQ. 1) GO TO 40
               CALL ADDTO(J-1,S,A(1,J),1,X(1),1)
   40    CONTINUE
      GO TO 90
   50 CONTINUE
         DO 60 J = 1, N
            S = INNER(J-1,A(1,J),1,X(1),1)
            X(J) = (X(J) - S)/A(J,J)
   60    CONTINUE
         DO 80 K = 1, N
            J = N - K + 1
            X(J) = X(J) - INNER(N-J,A(J+1,J),1,X(J+1),1)
            I = IP(J)
            IF (I .EQ. J) GO TO 70
               S = X(I)
               X(I) = X(J)
               X(J) = S
   70       CONTINUE
   80    CONTINUE
   90 CONTINUE
      RETURN
      END
      SUBROUTINE ADDTO(N,S,X,INCX,Y,INCY)
      INTEGER N,INCX,INCY,I,JX,JY,M
      DOUBLE PRECISION S,X(1),Y(1)
      IF (N .LT. 1) RETURN
      IF (S .EQ. 0.0D0) RETURN
      IF (INCX .EQ. 1 .AND. INCY .EQ. 1) GO TO 30
      JX = 1
      JY = 1
      IF (INCX .LT. 0) JX = 1 - (N-1)*INCX
      IF (INCY .LT. 0) JY = 1 - (N-1)*INCY
      DO 20 I = 1, N
         Y(JY) = Y(JY) + S*X(JX)
         JX = JX + INCX
         JY = JY + INCY
   20 CONTINUE
      RETURN
   30 CONTINUE
      M = MOD(N,3)
      IF (M .EQ. 0) GO TO 50
      DO 40 I = 1, M
         Y(I) = Y(I) + S*X(I)
   40 CONTINUE
      IF (N .LT. 3) RETURN
   50 CONTINUE
      DO 60 I = M+1, N, 3
         Y(I) = Y(I) + S*X(I)
         Y(I+1) = Y(I+1) + S*X(I+1)
         Y(I+2) = Y(I+2) + S*X(I+2)
   60 CONTINUE
      RETURN
      END
      DOUBLE PRECISION FUNCTION INNER(N,X,INCX,Y,INCY)
      INTEGER N,INCX,INCY,I
      DOUBLE PRECISION X(1),Y(1),S
      INNER = 0.0D0
      S = 0.0D0
      IF (N .LT. 1) RETURN
      DO 10 I = 1, N
         S = S + X(1+(I-1)*INCX)*Y(1+(I-1)*INCY)
   10 CONTINUE
      INNER = S
      RETURN
      END
      SUBROUTINE TIMES(N,S,X,INCX)
      INTEGER N,INCX,I,M
      DOUBLE PRECISION S,X(1)
      IF (N .LT. 1) RETURN
      IF (INCX .EQ. 1) GO TO 20
      DO 10 I = 1, N*INCX, INCX
         X(I) = S*X(I)
   10 CONTINUE
      RETURN
   20 CONTINUE
      M = MOD(N,4)
      IF (M .EQ. 0) GO TO 40
      DO 30 I = 1, M
         X(I) = S*X(I)
   30 CONTINUE
      IF (N .LT. 4) RETURN
   40 CONTINUE
      DO 50 I = M+1, N, 4
         X(I) = S*X(I)
         X(I+1) = S*X(I+1)
         X(I+2) = S*X(I+2)
         X(I+3) = S*X(I+3)
   50 CONTINUE
      RETURN
      END
      INTEGER FUNCTION LARGST(N,X,INCX)
      INTEGER N,INCX,I,J
      DOUBLE PRECISION X(1),T
      LARGST = 0
      IF (N .LT. 1) RETURN
      LARGST = 1
      IF (N .EQ. 1) RETURN
      IF (INCX .EQ. 1) GO TO 30
      T = DABS(X(1))
      J = 1 + INCX
      DO 20 I = 2, N
         IF (DABS(X(J)) .LE. T) GO TO 10
         LARGST = I
         T = DABS(X(J))
   10    J = J + INCX
   20 CONTINUE
      RETURN
   30 CONTINUE
      T = DABS(X(1))
      DO 40 I = 2, N
         IF (DABS(X(I)) .LE. T) GO TO 40
         LARGST = I
         T = DABS(X(I))
   40 CONTINUE
      RETURN
      END
