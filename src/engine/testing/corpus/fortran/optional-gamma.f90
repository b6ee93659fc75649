! Log-likelihood of counts under a negative binomial law, with optional weights and prior.
module counts
  implicit none
  real(8), allocatable :: work(:)
contains
  subroutine loglik(n, k, mu, r, value, weights, prior)
    integer, intent(in) :: n
    integer, intent(in) :: k(n)
    real(8), intent(in) :: mu(n), r
    real(8), intent(out) :: value
    real(8), intent(in), optional :: weights(n), prior
    integer :: i
    if (.not. allocated(work)) allocate (work(n))
    do i = 1, n
      work(i) = log_gamma(k(i) + r) - log_gamma(r) - log_gamma(k(i) + 1d0) &
        + r*log(r/(r + mu(i))) + k(i)*log(mu(i)/(r + mu(i)))
    end do
    if (present(weights)) work = work*weights
    value = sum(work)
    if (present(prior)) value = value - prior*r
    deallocate (work)
  end subroutine

  subroutine fit(n, k, mu, r, w, value)
    integer, intent(in) :: n, k(n)
    real(8), intent(in) :: mu(n), r, w(n)
    real(8), intent(out) :: value
    real(8) :: plain, weighted
    call loglik(n, k, mu, r, plain)
    call loglik(n, k, mu, r, weighted, weights=w, prior=0.1d0)
    value = plain + weighted
  end subroutine
end module
