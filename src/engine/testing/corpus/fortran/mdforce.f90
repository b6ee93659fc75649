subroutine force(np, nd, pos, vel, mass, f, pot, kin)
  implicit none
  integer, intent(in) :: np, nd
  double precision, intent(in) :: mass
  double precision, intent(in) :: pos(nd,np), vel(nd,np)
  double precision, intent(out) :: f(nd,np), pot, kin
  double precision :: d, d2, pi2, rij(nd)
  integer :: i, j
  parameter (pi2 = 3.14159265d0/2.0d0)
  pot = 0d0
  kin = 0d0
  do i = 1, np
    f(1:nd,i) = 0d0
    do j = 1, np
      if (i .ne. j) then
        rij = pos(:,i) - pos(:,j)
        d = sqrt(sum(rij*rij))
        d2 = min(d, pi2)
        pot = pot + 0.5d0*sin(d2)**2
        f(:,i) = f(:,i) - rij*sin(2d0*d2)/d
      end if
    end do
    kin = kin + dot_product(vel(:,i), vel(:,i))
  end do
  kin = kin*0.5d0*mass
end subroutine
