      module settings
        implicit none
        real(8) :: weight = 0.25d0
      end module settings

      function limited(x, top)
        implicit none
        real(8), intent(in) :: x, top
        real(8) :: limited
        limited = min(x, top)
        if (x < 0.0d0) then
          limited = sign(0.5d0, x) * abs(x)**1.5d0
        end if
      end function limited

      subroutine stencil(n, m, a, b, steps, energy, b_n1)
        use settings
        implicit none
        integer, intent(in) :: n, m, steps, b_n1
        real(8), intent(out) :: energy
        real(8), intent(inout) :: a(n, 0:m)
        real(8), intent(in) :: b(b_n1, *)
        real(8) :: old(n), limited_value
        integer :: i, j, s, k
        logical :: odd
        real(8), external :: limited
        energy = 0.0d0
        do s = 1, steps
          odd = mod(s, 2) == 1
          loop_1: do j = m - 1, 1, -2
            do k = 1, n
              old(k) = a(k, j)
            end do
            do i = 2, n - 1
              if (old(i) > 1d3) exit loop_1
              if (old(i) == 0d0) cycle loop_1
              a(i, j) = weight * (old(i - 1) + old(i + 1) + a(i, j - 1)
     &            + a(i, j + 1)) + b(i, j)
            end do
          end do loop_1
          select case (s)
          case (:1)
            limited_value = limited(a(2, 1), 10d0)
            energy = energy + limited_value
          case (2:4, 7)
            energy = energy * exp(-a(2, 1)) + log(1.0d0 + a(2, 1)**2)
          case default
            if (odd .neqv. .true.) then
              energy = energy - real(real(int(a(1, 1)), 4), 8)
            end if
          end select
        end do
      end subroutine stencil
