/* A program whose part D is a call, as in fig. 3 of the report on TAPENADE. */
void d(double *x) {
  for (int i = 0; i < 4; i++)
    *x = sin(*x) * *x;
}
double checkpointed(double x) {
  x = x * x;
  d(&x);
  x = x * x;
  return x;
}
