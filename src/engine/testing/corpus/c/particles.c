#include <math.h>
#include <stdlib.h>
#define N 3
typedef struct { double x, y, z; } Vec;
typedef struct body { Vec pos, vel; double mass; } Body;
static Vec add(Vec a, Vec b) { Vec c = {a.x + b.x, a.y + b.y, a.z + b.z}; return c; }
static Vec scale(Vec a, double s) { return (Vec){ a.x * s, a.y * s, .z = a.z * s }; }
static double dot(const Vec *a, const Vec *b) { return a->x*b->x + a->y*b->y + a->z*b->z; }
double energy(Body *bodies, int n, double dt) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    Body *b = &bodies[i];
    b->pos = add(b->pos, scale(b->vel, dt));
    Vec d = b->pos;
    e += 0.5 * b->mass * dot(&b->vel, &b->vel) + sqrt(dot(&d, &d));
  }
  return e;
}
