      PROGRAM RMS
      DIMENSION A(100)
      N = 1
      S = 0.
   10 READ (5, *, END=20) A(N)
      S = S + A(N)**2
      N = N + 1
      GO TO 10
   20 N = N - 1
      R = SQRT(S/N)
      WRITE (6, *) R
      END
