      module norm_module
        implicit none
      contains

        function norm(n, t, u, s)
          integer, value :: n
          real(8) :: norm
          real(8), intent(in) :: t(0:*), u(0:*)
          real(8) :: s(0:n - 1)
          real(8) :: e2, e1
          integer :: i, k
          e2 = 0.0d0
          do i = 0, n - 1
            e1 = t(i) - u(i)
            if (e1 > 0.5d0) cycle
            e2 = e2 + e1 * e1 * sin(e1)
            s(i) = sqrt(e2) * e1
          end do
          k = 0
          do while (e2 > 1.0d0 .and. k < 10)
            e2 = e2 / 2.0d0 + 0.1d0 * e2**2.0d0
            k = k + 1
          end do
          norm = sqrt(e2)
        end function norm
      end module norm_module
