/* The energy of a mesh: a sparse matrix times a vector, a row at a time. Where a value stands is read from an array. */
double mesh(int n, int nonzero, int rows[n + 1], int columns[nonzero], double values[nonzero], double x[n]) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double y = 0.0;
    for (int k = rows[i]; k < rows[i + 1]; k++)
      y = y + values[k] * x[columns[k]];
    sum = sum + x[i] * y;
  }
  return sum;
}
