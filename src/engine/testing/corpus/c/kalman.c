void kalman(double *x, double P[2][2], double z, double dt, double q, double r)
{
  double xp[2] = { x[0] + dt * x[1], x[1] };
  double Pp[2][2];
  Pp[0][0] = P[0][0] + dt * (P[1][0] + P[0][1]) + dt * dt * P[1][1] + q;
  Pp[0][1] = P[0][1] + dt * P[1][1];
  Pp[1][0] = P[1][0] + dt * P[1][1];
  Pp[1][1] = P[1][1] + q;
  double S = Pp[0][0] + r, K0 = Pp[0][0] / S, K1 = Pp[1][0] / S, y = z - xp[0];
  x[0] = xp[0] + K0 * y;
  x[1] = xp[1] + K1 * y;
  P[0][0] = (1 - K0) * Pp[0][0];
  P[0][1] = (1 - K0) * Pp[0][1];
  P[1][0] = Pp[1][0] - K1 * Pp[0][0];
  P[1][1] = Pp[1][1] - K1 * Pp[0][1];
}
