! The energy of a mesh: a sparse matrix times a vector, a row at a time. Where a value stands is read from an array.
double precision function mesh(n, nonzero, rows, columns, values, x)
  integer :: n, nonzero, i, k
  integer :: rows(n + 1), columns(nonzero)
  double precision :: values(nonzero), x(n), y
  mesh = 0.0d0
  do i = 1, n
    y = 0.0d0
    do k = rows(i), rows(i + 1) - 1
      y = y + values(k) * x(columns(k))
    end do
    mesh = mesh + x(i) * y
  end do
end function mesh
