      subroutine strain(u, e, energy)
c     the tensor by its components, and as a vector for the sum
      double precision u(3,3), e(6), energy
      double precision t(3,3), v(9), exx, eyy, ezz
      equivalence (t, v), (t(1,1), exx), (t(2,2), eyy), (t(3,3), ezz)
      integer i, j
      do 20 j = 1, 3
        do 10 i = 1, 3
          t(i,j) = 0.5d0*(u(i,j) + u(j,i) + u(i,1)*u(j,1))
 10     continue
 20   continue
      e(1) = exx
      e(2) = eyy
      e(3) = ezz
      e(4) = 2d0*t(1,2)
      e(5) = 2d0*t(2,3)
      e(6) = 2d0*t(1,3)
      energy = (exx + eyy + ezz)**2
      do 30 i = 1, 9
        energy = energy + v(i)*v(i)
 30   continue
      end
