      subroutine s(n, x, r)
      integer n, i
      double precision x(n), r, w(10), a(5), b(5), z, acc
      common /work/ w
      equivalence (w(1), a), (w(6), b(1)), (z, b(3))
      save acc
      do 10 i = 1, 5
        a(i) = x(1)*i
        b(i) = a(i)**2
 10   continue
      z = z*x(2)
      call t(b, r)
      r = r + w(8) + a(2)
      end
      subroutine t(v, r)
      double precision v(*), r, p, q(3,3)
      common /work/ p, q
      r = v(3)*v(1) + p*q(2,2)
      end
