C     Types of functions, where they are used: of arguments that nobody calls EXTERNAL, and of those that the language has.
      DOUBLE PRECISION FUNCTION SIMPS(F, A, B)
      DOUBLE PRECISION A, B, F
      SIMPS = (B - A)/6*(F(A) + 4*F((A + B)/2) + F(B))
      END
      DOUBLE PRECISION FUNCTION CUBE(T)
      DOUBLE PRECISION T
      CUBE = T**3 - T
      END
      SUBROUTINE DECLARED(X, Y)
      DOUBLE PRECISION X(6), Y(12), SIMPS, CUBE, CDABS, DIMAG, DEXP
      COMPLEX*16 Z, CDEXP, SQRT, DCMPLX, DCONJG
      EXTERNAL CUBE
      Y(1) = SIMPS(CUBE, X(1), X(2))
      Y(2) = DEXP(-X(3))
      Z = CDEXP(DCMPLX(X(3), X(4)))
      Y(3) = CDABS(Z)
      Y(4) = DIMAG(DCONJG(Z))
      Z = SQRT(Z)
      Y(5) = DBLE(Z)
      Y(6) = DIMAG(Z)
      END
