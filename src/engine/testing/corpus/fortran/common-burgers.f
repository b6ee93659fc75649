      PROGRAM MAIN
      COMMON /GRID/ U(0:11), UN(0:11), DX, DT
      COMMON /PHYS/ VISC, C
      INTEGER I
      DO 10 I = 0, 11
   10 U(I) = SIN(0.5*I)
      DX = 0.1
      DT = 0.001
      VISC = 0.05
      C = 1.0
      CALL STEP(3)
      PRINT *, (U(I), I = 0, 11)
      END
      SUBROUTINE STEP(NT)
      COMMON /GRID/ U(0:11), UN(0:11), DX, DT
      COMMON /PHYS/ VISC, C
      DO 30 N = 1, NT
        DO 10 I = 1, 10
          UN(I) = U(I) - C*DT/DX*(U(I)-U(I-1))
     &          + VISC*DT/DX**2*(U(I+1)-2.*U(I)+U(I-1))
   10   CONTINUE
        UN(0) = UN(10)
        UN(11) = UN(1)
        DO 20 I = 0, 11
   20   U(I) = UN(I)
   30 CONTINUE
      RETURN
      END
