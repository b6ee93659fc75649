subroutine outer(a, b, c, n)
  integer n
  real(8) a(n), b(n), c(n,n)
  forall (i = 1:n, j = 1:n, i /= j) c(i,j) = a(i)*b(j)
  forall (i = 1:n)
    c(i,i) = a(i) + b(i)
  end forall
end subroutine
