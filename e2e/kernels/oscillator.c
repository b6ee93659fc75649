typedef struct {
  double amplitude_coefficient;
  double decay;
  double wavelength[4];
  struct {
    double x, y;
  } reference_point;
} oscillator_parameters;

double objective(oscillator_parameters *params, double *observations, int n) {
  double difference = 0.0, total_misfit = 0.0;
  for (int i = 0; i < n; i++) {
    difference = params->amplitude_coefficient * exp(-params->decay * i) * sin(params->wavelength[i % 4] * i) - observations[i];
    difference = difference * difference * params->reference_point.x;
    total_misfit = total_misfit + difference * difference + params->reference_point.y;
  }
  return total_misfit;
}
