C     LIVERMORE KERNELS 1, 2, 3, 5, 6, 7, 11, 23
      SUBROUTINE LFK(N,Q,R,T,X,Y,Z,U,ZA,ZB,ZR,ZU,ZV,ZZ)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION X(N),Y(N),Z(N+11),U(N+6)
      DIMENSION ZA(N,7),ZB(N,7),ZR(N,7),ZU(N,7),ZV(N,7),ZZ(N,7)
      DO 1 K = 1,N
    1 X(K) = Q + Y(K)*(R*Z(K+10) + T*Z(K+11))
      IPNTP = 0
      II = N
  222 IPNT = IPNTP
      IPNTP = IPNTP + II
      II = II/2
      I = IPNTP
      DO 2 K = IPNT+2,MIN(IPNTP,N-1),2
      I = MIN(I + 1,N)
    2 X(I) = X(K) - U(K)*X(K-1) - U(K+1)*X(K+1)
      IF (II.GT.1) GO TO 222
      Q = 0.0
      DO 3 K = 1,N
    3 Q = Q + Z(K)*X(K)
      DO 5 I = 2,N
    5 X(I) = Z(I)*(Y(I) - X(I-1))
      DO 7 K = 1,N
        X(K) = U(K) + R*(Z(K) + R*Y(K)) +
     1    T*(U(K+3) + R*(U(K+2) + R*U(K+1)) +
     2    T*(U(K+6) + R*(U(K+5) + R*U(K+4))))
    7 CONTINUE
      DO 11 K = 2,N
   11 X(K) = X(K-1) + Y(K)
      DO 23 J = 2,6
      DO 23 K = 2,N-1
        QA = ZA(K,J+1)*ZR(K,J) + ZA(K,J-1)*ZB(K,J) +
     .       ZA(K+1,J)*ZU(K,J) + ZA(K-1,J)*ZV(K,J) + ZZ(K,J)
   23 ZA(K,J) = ZA(K,J) + .175*(QA - ZA(K,J))
      END
