// backsweep: external(norm, read(n, x), written(norm), dependence(norm: x), adjoint(norm_b))
double norm(int n, const double *x, double *work);
/* Nothing is known of this one. */
double black_box(double x, double *y);

// backsweep: independents(x)
/* backsweep: dependents(directives) */
double directives(int n, double *x, double *w) {
  x[0] = norm(n, x, w);
  // backsweep: call(split)
  x[1] = black_box(x[0], w); // backsweep: call(inline)
  return norm(n, x, w);
}
// backsweep: call(sideways)
// backsweep: exernal(norm)
// backsweep: external(norm, reads(x))
