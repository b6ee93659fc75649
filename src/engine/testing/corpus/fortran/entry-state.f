C     A running sum that two entries share.
      SUBROUTINE TOP(X, Y)
      REAL*8 X, Y, Z
      CALL INIT(X)
      CALL GET(2.0D0, Z)
      Y = Z*X
      END
      SUBROUTINE INIT(A)
      REAL*8 A, T, V, S
      SAVE S
      DATA S /1.0D0/
      S = S + A*A
      RETURN
      ENTRY GET(T, V)
      V = S*T
      END
