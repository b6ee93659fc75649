      module choices_module
        implicit none
        real(8) :: scale = 2.5d0
        integer :: calls = 0
      contains

        subroutine choices(n, m, a, x, w, up)
          integer, value :: n, m
          real(8) :: x
          real(4), value :: w
          logical, value :: up
          real(8) :: a(0:m - 1, 0:n - 1)
          real(8) :: t, f
          integer :: i, j, k
          real(4) :: chosen
          calls = calls + 1
          t = -x - (-scale * (1.5d0 - real(w, 8)))
          j = mod(n, 3)
          do i = n - 1, 0, -2
            do j = 0, m - 1
              if (a(j, i) > 1000.0d0) exit
              if (a(j, i) < 0.0d0 .or. up .and. j > 1) then
                a(j, i) = (-(t + a(j, i))) * (a(j, i) - (t - 1.0d0))
                cycle
              end if
              select case (i + j)
              case (0, 1)
                a(j, i) = min(t, a(j, i)) / (t / 2.0d0)
              case (5)
                f = exp((-t) * t)
                a(j, i) = a(j, i) + (f / 3.0d0 + abs(f)**1.5d0)
              case default
                if (up) then
                  chosen = 2.0
                else
                  chosen = w
                end if
                a(j, i) = a(j, i) * real(chosen, 8)
              end select
            end do
          end do
          k = 1
          do while (k * k < n)
            t = t + 1.0d0 / real(k, 8)
            k = k * 2
          end do
          do
            t = t / 2.0d0
            if (t < 1.0d-7) return
            if (.not. (t > 1.0d0)) exit
          end do
          x = t * (k / 2)
        end subroutine choices
      end module choices_module
