#include <math.h>
#include <stdbool.h>
typedef struct vec { float x, y, z; } vec;
typedef struct { vec c; float r; vec col; } sphere;
static inline vec v(float x, float y, float z) { vec r = {x, y, z}; return r; }
static inline vec sub(vec a, vec b) { return v(a.x-b.x, a.y-b.y, a.z-b.z); }
static inline vec madd(vec a, vec b, float t) { return v(a.x+b.x*t, a.y+b.y*t, a.z+b.z*t); }
static inline float dot(vec a, vec b) { return a.x*b.x + a.y*b.y + a.z*b.z; }
static inline vec unit(vec a) { float l = 1/sqrtf(dot(a,a)); return v(a.x*l, a.y*l, a.z*l); }
static bool hit(const sphere *s, vec o, vec d, float *t) {
    vec oc = sub(o, s->c);
    float b = dot(oc, d), c = dot(oc, oc) - s->r*s->r, disc = b*b - c;
    if (disc < 0) return false;
    float t0 = -b - sqrtf(disc);
    if (t0 < 1e-3f) return false;
    *t = t0;
    return true;
}
float shade(float sx, float sy, float r, float lx) {
    sphere scene[2] = { {{0, 0, 5}, r, {1, .5f, .2f}}, {{sx, sy, 4}, .5f, {.2f, 1, .3f}} };
    vec light = unit(v(lx, 1, -1)), total = v(0, 0, 0);
    for (int py = 0; py < 4; py++) for (int px = 0; px < 4; px++) {
        vec d = unit(v((px - 1.5f)/4, (py - 1.5f)/4, 1)), o = {0, 0, 0};
        float best = INFINITY; const sphere *who = NULL;
        for (int k = 0; k < 2; k++) { float t; if (hit(scene + k, o, d, &t) && t < best) { best = t; who = &scene[k]; } }
        if (!who) continue;
        vec p = madd(o, d, best), n = unit(sub(p, who->c));
        float l = dot(n, light);
        if (l > 0) total = madd(total, who->col, l);
    }
    return total.x + 2*total.y + 3*total.z;
}
