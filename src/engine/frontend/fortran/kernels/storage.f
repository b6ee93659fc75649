      SUBROUTINE STORAGE(X,Y)
      REAL*8 X(6),Y(12),A,B(3),C,TOTAL,GIVEN
      COMMON /BLK/ I, A, B
      COMMON C
      I = 2
      A = X(1)
      B(1) = X(2)
      B(2) = X(3)*A
      B(3) = 0
      C = X(4)
      CALL WORK(Y)
      CALL WORK(Y(4))
      Y(7) = A + B(1) + B(3) + C
      CALL COPY(X(2), Y(8), 3)
      Y(11) = TOTAL(X, 6)
      Y(12) = TOTAL(X(3), 2) + GIVEN(X(1))
      END
      SUBROUTINE WORK(Z)
      REAL*8 Z(3), P, Q(3), C
      COMMON /BLK/ N, P, Q
      COMMON C
      SAVE K
      DATA K/0/
      K = K + 1
      Z(1) = P*K
      Z(N) = Q(1) + Q(2)
      Z(3) = C*K
      Q(3) = Q(3) + Z(1)
      P = P + 1
      END
      SUBROUTINE COPY(A, B, N)
      REAL*8 A(*), B(N)
      INTEGER N
      DO 10 I = 1, N
        B(I) = A(I)*2D0
   10 CONTINUE
      END
      DOUBLE PRECISION FUNCTION TOTAL(A, N)
      REAL*8 A(N)
      TOTAL = 0
      DO I = 1, N
        TOTAL = TOTAL + A(I)
      ENDDO
      IF (N.GT.3) RETURN
      TOTAL = TOTAL*2
      END
      DOUBLE PRECISION FUNCTION GIVEN(A)
C     NOTHING NAMES WHAT DATA SETS
      REAL*8 A, W(3,2), V(6), S, T
      EQUIVALENCE (W(1,1), V(1)), (S, T)
      DATA ((W(I,J), I=1,3), J=1,2) /3*1.5D0, 2*2D0, -1D0/, T /0.25D0/
      GIVEN = A*V(5) + V(6) + S + V(1)
      END
