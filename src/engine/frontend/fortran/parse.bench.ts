import { bench, describe } from 'vitest';
import { medianTime, tell } from '../../testing/budget';
import { parseFortran } from '.';

/** 2,000 lines of fixed form: parsed in under 50 ms, warm. */
const routine = (i: number) => `      SUBROUTINE S${i}(N,X,Y,Z)
      INTEGER N, I, J
      DOUBLE PRECISION X(N), Y(N), Z(N), T, U
C     a comment line of some length, to be skipped
      T = 0.0D0
      DO 10 I=2,N-1
        U = X(I)*Y(I)+Z(I-1)*EXP(-T*T)/(1.0D0+X(I)*X(I))
        T = T + U*(X(I-1)-2.0D0*X(I)+X(I+1))
     +        *SIN(U)
        IF (T.GT.100.0D0) THEN
          T = T*0.5D0
        ELSE IF (T.LT.-100.0D0) THEN
          T = -T
        ENDIF
        Y(I) = Y(I) + T/(1.0D0+DABS(U))
   10 CONTINUE
      Z(N) = T
      CALL S${Math.max(0, i - 1)}(N,Y,Z,X)
      DO J = N, 1, -1
        IF (X(J) .LT. 0) GOTO 20
      ENDDO
   20 Z(1) = J
      END
`;
const text = Array.from({ length: 87 }, (_, i) => routine(i)).join('');

const lines = text.split('\n').length - 1;
const parse = () => {
  parseFortran(text);
};
tell({
  what: `reading ${lines} lines of fixed form, median, warm`,
  unit: 'ms',
  promised: 50,
  found: medianTime(parse),
});

describe(`${lines} lines of fixed form`, () => {
  bench('parse', parse);
});
