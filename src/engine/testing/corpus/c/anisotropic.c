#include <math.h>
#include <stddef.h>
void perona_malik(size_t h, size_t w, float img[h][w], float kappa, float dt, unsigned iters)
{
    float tmp[h][w];
    for (unsigned it = 0; it < iters; ++it) {
        for (size_t i = 0; i < h; ++i)
            for (size_t j = 0; j < w; ++j) {
                const float c = img[i][j];
                const float n = i > 0 ? img[i-1][j] - c : 0.f, s = i + 1 < h ? img[i+1][j] - c : 0.f;
                const float e = j + 1 < w ? img[i][j+1] - c : 0.f, ww = j > 0 ? img[i][j-1] - c : 0.f;
                tmp[i][j] = c + dt*(n*expf(-n*n/(kappa*kappa)) + s*expf(-s*s/(kappa*kappa)) + e*expf(-e*e/(kappa*kappa)) + ww*expf(-ww*ww/(kappa*kappa)));
            }
        for (size_t i = 0; i < h; ++i) for (size_t j = 0; j < w; ++j) img[i][j] = tmp[i][j];
    }
}
