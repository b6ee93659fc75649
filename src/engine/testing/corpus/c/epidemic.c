#include <stdio.h>
#define NDAYS 30
/* SIR with noise-free vaccination policy */
double S, I, R;
double beta_(int day) { return day < 10 ? 0.4 : 0.15; }
void simulate(double gamma, double vacc, double *peak)
{
  int d;
  double dS, dI;
  *peak = 0;
  for (d = 0; d < NDAYS; ++d) {
    dS = -beta_(d)*S*I - vacc*S;
    dI = beta_(d)*S*I - gamma*I;
    S += dS; I += dI; R = 1.0 - S - I;
    if (I > *peak) *peak = I;
  }
  printf("S=%g I=%g R=%g\n", S, I, R);
}
