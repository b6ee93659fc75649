subroutine cont(a, b, c, &
                d)
  real(8) :: a, b, c, &
      & d
  d = a*b &
     & + b*c &   ! a comment
! whole line comment
     - a*&
     &c
end subroutine cont
