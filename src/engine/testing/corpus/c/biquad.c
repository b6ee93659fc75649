/* Direct form II biquad cascade */
#define NSEC 2
void biquad(const double sos[NSEC][5], const double *in, double *out, int len)
{
    double w[NSEC][2] = {{0}};
    for (int n = 0; n < len; n++) {
        double v = in[n];
        for (int s = 0; s < NSEC; s++) {
            const double *c = sos[s];
            double w0 = v - c[3]*w[s][0] - c[4]*w[s][1];
            v = c[0]*w0 + c[1]*w[s][0] + c[2]*w[s][1];
            w[s][1] = w[s][0]; w[s][0] = w0;
        }
        out[n] = v;
    }
}
