      SUBROUTINE HOL(X,Y)
      REAL X,Y
      WRITE(6,100) X
  100 FORMAT(5H X = ,F10.4)
      Y = X*X
      END
