#include <stdlib.h>
#include <string.h>
#include <math.h>
struct pt { double x, y; };
typedef struct pt Pt;
typedef struct { Pt p[3]; double w[3]; int n; } Poly;
typedef struct node { double v; struct node *next; } Node;
typedef struct { int id; char name[16]; double (*fn)(double); } Unused;
static double area(const Poly *q) {
  double s = 0;
  if (q == NULL) return 0;
  for (int i = 0; i < q->n; ++i) { const Pt *a = &q->p[i], *b = &q->p[(i + 1) % q->n]; s += q->w[i] * (a->x * b->y - a->y * b->x); }
  return 0.5 * s;
}
static Pt mid(Pt a, Pt b) { Pt r; r.x = 0.5*(a.x+b.x); r.y = 0.5*(a.y+b.y); return r; }
static void shift(Pt *p, int n, Pt by) { Pt *e = p + n; for (; p < e; p++) { p->x += by.x; p->y += by.y; } }
static Pt pick(int c, Pt a, Pt b) { return c ? a : b; }
double g(double u, double v)
{
  Poly q = { .p = { {u, 1}, {2, v}, {u*v, 3} }, .w = {1, 2, 3}, .n = 3 };
  Pt pts[] = { {u, v}, {v, u}, {1.0, 2.0} };
  Pt *heap = malloc(4 * sizeof *heap);
  if (!heap) return -1;
  for (int i = 0; i < 4; i++) { heap[i].x = i * u; (heap + i)->y = i * v; }
  shift(heap, 4, (Pt){u, 1.0});
  shift(&pts[1], 2, pts[0]);
  Pt m = mid(mid(pts[0], pts[1]), pick(u > 0, heap[2], pts[2]));
  double r = area(&q) + m.x * m.y;
  Pt c = u > v ? pts[0] : pts[2];
  r += c.x + 2 * c.y + mid(c, m).x;
  memset(&c, 0, sizeof c);
  Poly z; z = q; z.p[1].x *= 2; z.p[0] = z.p[2];
  r += area(&z) + c.x + heap[3].y;
  free(heap);
  return r;
}
