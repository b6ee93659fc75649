double search(const double *t, const double *v, int n, double x)
{
    int lo, hi, mid;
    double r = 0;
    if (x < t[0]) goto below;
    if (x >= t[n-1]) goto above;
    lo = 0; hi = n - 1;
    for (;;) {
        if (hi - lo == 1) goto found;
        mid = (hi + lo) >> 1;
        if (t[mid] <= x) lo = mid; else hi = mid;
    }
found:
    r = v[lo] + (v[lo+1] - v[lo])*(x - t[lo])/(t[lo+1] - t[lo]);
    goto end;
below:
    r = v[0]*x/t[0];
    goto end;
above:
    r = v[n-1] + 0.5*(x - t[n-1]);
end:
    return r*r;
}
