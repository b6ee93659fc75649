C     NEWTON'S METHOD FOR A SMALL SYSTEM, WITH DGESV OF LAPACK.
      SUBROUTINE NEWTON(N, X, C, RES)
      INTEGER N, I, IT, INFO, IPIV(10), IDAMAX
      REAL*8 X(N), C(N), RES, F(10), A(10,10), DASUM, DNRM2
      EXTERNAL DAXPY, DSCAL
      DO 30 IT = 1, 3
        DO 20 I = 1, N
          CALL DCOPY(N, C, 1, A(I,1), 10)
          A(I,I) = A(I,I) + 3D0 + X(I)**2
          F(I) = 3D0*X(I) + X(I)**3/3D0 - C(I)
   20   CONTINUE
        CALL DGER(N, N, 0.1D0, X, 1, C, 1, A, 10)
        CALL DGESV(N, 1, A, 10, IPIV, F, N, INFO)
        IF (INFO .NE. 0) STOP
        CALL DAXPY(N, -1D0, F, 1, X, 1)
   30 CONTINUE
      CALL DSWAP(N, X, 1, C, -1)
      CALL DSCAL(N, X(IDAMAX(N, X, 1)), C, 1)
      RES = DNRM2(N, C, 1) + DASUM(N, X, 1)
      END
