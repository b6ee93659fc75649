pure function cross_entropy(logits, label) result(loss)
  implicit none
  real(8), intent(in) :: logits(:,:)
  integer, intent(in) :: label(:)
  real(8) :: loss, m
  integer :: k
  loss = 0
  do k = 1, size(logits, 2)
    m = maxval(logits(:,k))
    loss = loss + log(sum(exp(logits(:,k) - m))) + m - logits(label(k),k)
  end do
  loss = loss/size(logits, 2)
end function
