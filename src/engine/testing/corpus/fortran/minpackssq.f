      subroutine ssqfcn(m,n,x,fvec)
      integer m,n
      double precision x(n),fvec(m)
      double precision v(11),y1(15)
      integer i
      double precision tmp1,tmp2,tmp3
      data v(1),v(2),v(3),v(4),v(5),v(6),v(7),v(8),v(9),v(10),v(11)
     *     /4.0d0,2.0d0,1.0d0,5.0d-1,2.5d-1,1.67d-1,1.25d-1,1.0d-1,
     *      8.33d-2,7.14d-2,6.25d-2/
      data y1 /15*1.4d-1/
      do 170 i = 1, m
         tmp1 = v(i)*(v(i) + x(2))
         tmp2 = v(i)*(v(i) + x(3)) + x(4)
         fvec(i) = y1(i) - x(1)*tmp1/tmp2
  170    continue
      return
      end
