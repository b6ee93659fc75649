      subroutine gather(n, m, ia, f, y, r)
        implicit none
        integer :: n, m
        real(8) :: y
        integer :: ia(m)
        real(8) :: f(0:n + 1), r(n, -1:2)
        real(8) :: c, d(3)
        common /coef/ c, d
        integer :: i, k
        y = 0.d0
        do k = 1, m
          i = ia(k)
          if (i < 1) go to 10
          y = y + c * f(i)**2 * d(mod(i, 3) + 1)
          r(i, -1) = f(i - 1) - 2.0d0 * f(i) + f(i + 1)
        end do
        return
   10   continue
        y = -y
      end subroutine gather
