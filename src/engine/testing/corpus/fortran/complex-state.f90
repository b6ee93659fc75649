module q
  type state
    complex(8) :: psi(3)
    real(8) :: e
  end type
contains
  subroutine energy(s, h)
    type(state), intent(inout) :: s
    complex(8), intent(in) :: h(3,3)
    complex(8) :: v(3)
    v = matmul(h, s%psi)
    s%e = real(dot_product(s%psi, v), 8)
    s%psi = v/sqrt(real(dot_product(v, v), 8))
  end subroutine
end module
