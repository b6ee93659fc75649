void scale_rows(int n, int m, double A[n][m], const double s[n])
{
    for (int i = 0; i < n; i++) {
        double *row = A[i], *end = row + m;
        while (row < end) *row++ *= s[i];
    }
    double (*first)[m] = A;
    for (int j = 0; j < m; j++) (*first)[j] += A[n-1][j];
}
