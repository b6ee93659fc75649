      REAL*8 FUNCTION DNRM2(N, X)
      INTEGER N
      REAL*8 X(*), SCALE, SSQ, ABSXI
      SCALE = 0.D0
      SSQ = 1.D0
      DO 10 IX = 1, N
        IF (X(IX) .NE. 0.D0) THEN
          ABSXI = DABS(X(IX))
          IF (SCALE .LT. ABSXI) THEN
            SSQ = 1.D0 + SSQ*(SCALE/ABSXI)**2
            SCALE = ABSXI
          ELSE
            SSQ = SSQ + (ABSXI/SCALE)**2
          ENDIF
        ENDIF
   10 CONTINUE
      DNRM2 = SCALE*DSQRT(SSQ)
      END
