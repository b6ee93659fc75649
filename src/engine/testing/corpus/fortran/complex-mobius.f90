module cm
contains
  complex(8) function mobius(z, a) result(w)
    complex(8), intent(in) :: z, a
    w = (z - a)/(1d0 - conjg(a)*z)
  end function
  function half(z) result(w)
    complex(8), intent(in) :: z
    complex(8) :: w
    w = 0.5d0*z
  end function
  subroutine top(z, a, r)
    complex(8), intent(in) :: z, a
    real(8), intent(out) :: r
    complex(8) :: w
    w = mobius(z, a) + half(mobius(2*z, a*a))
    r = real(w) + aimag(w*w)
  end subroutine
end module
