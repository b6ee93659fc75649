! Log-likelihood of a mixture, by the exponential of differences to the largest term.
function loglik(x, mu, logsd, w, n, k) result(ll)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n), mu(k), logsd(k), w(k)
  real(8) :: ll, term(k), top
  real(8), parameter :: half_log_2pi = 0.918938533204673d0
  integer :: i
  ll = 0
  do i = 1, n
    term = log(w) - half_log_2pi - logsd - 0.5d0*((x(i) - mu)*exp(-logsd))**2
    top = maxval(term)
    ll = ll + top + log(sum(exp(term - top)))
  end do
end function loglik
