      complex function cpoly(n, a, z)
      integer n, i
      complex a(*), z
      cpoly = a(n)
      do 10 i = n-1, 1, -1
        cpoly = cpoly*z + a(i)
   10 continue
      return
      end
