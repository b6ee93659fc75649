      subroutine load(a, b)
      complex*16 a, b, u, v
      common /cc/ u, v(3)
      integer i
      u = a
      do 5 i = 1, 3
    5 v(i) = b*i + u
      call work(a)
      return
      end
      subroutine work(a)
      complex*16 a
      double precision w(8)
      common /cc/ w
      a = dcmplx(w(3)*w(1), w(8))
      return
      end
