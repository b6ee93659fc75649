      SUBROUTINE ELSTIF(XE,E,T,SK)
      DOUBLE PRECISION XE(2,3),E,T,SK(6,6),B(3,6),D(3,3),DB(3,6),AREA
      INTEGER I,J,K
      AREA = 0.5D0*DABS((XE(1,1)-XE(1,3))*(XE(2,2)-XE(2,3))
     1       -(XE(1,2)-XE(1,3))*(XE(2,1)-XE(2,3)))
      CALL ZERO(B,18)
      CALL ZERO(D,9)
      D(1,1) = E/(1.-0.3**2)
      D(2,2) = D(1,1)
      D(1,2) = 0.3*D(1,1)
      D(2,1) = D(1,2)
      D(3,3) = E/2.6
      DO 10 I=1,3
        B(1,2*I-1) = XE(2,MOD(I,3)+1)-XE(2,MOD(I+1,3)+1)
        B(2,2*I) = XE(1,MOD(I+1,3)+1)-XE(1,MOD(I,3)+1)
        B(3,2*I-1) = B(2,2*I)
        B(3,2*I) = B(1,2*I-1)
   10 CONTINUE
      DO 20 I=1,3
      DO 20 J=1,6
      DB(I,J)=0.
      DO 20 K=1,3
   20 DB(I,J)=DB(I,J)+D(I,K)*B(K,J)
      DO 30 I=1,6
      DO 30 J=1,6
      SK(I,J)=0.
      DO 30 K=1,3
   30 SK(I,J)=SK(I,J)+B(K,I)*DB(K,J)*T/(4.*AREA+1.D0)
      END
      SUBROUTINE ZERO(A,N)
      DOUBLE PRECISION A(N)
      DO 1 I=1,N
    1 A(I)=0.D0
      END
