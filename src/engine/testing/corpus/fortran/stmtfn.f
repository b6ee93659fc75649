      SUBROUTINE SF(N,X,S)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION X(N)
      F(Z) = Z*Z + A*Z
      G(Z,W) = F(Z) - F(W)
      A = 0.5D0
      S = 0
      DO 1 I = 2,N
    1 S = S + G(X(I),X(I-1))**2
      END
