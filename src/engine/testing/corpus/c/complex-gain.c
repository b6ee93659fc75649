#include <complex.h>
float gain(float r, float c, float w) {
  float complex h = 1.0f/(1.0f + I*w*r*c);
  return cabsf(h)*cabsf(h) + cargf(h);
}
