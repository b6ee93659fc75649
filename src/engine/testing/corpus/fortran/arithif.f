      REAL FUNCTION SGNSQ(X)
      REAL X
      IF (X) 10, 20, 30
   10 SGNSQ = -X*X
      GO TO 40
   20 SGNSQ = 0.0
      GOTO 40
   30 SGNSQ = X*X
   40 RETURN
      END
