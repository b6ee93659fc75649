void conv2d(int h, int w, int kh, int kw, const float in[h][w], const float k[kh][kw], float out[h][w])
{
  for (int i = 0; i <= h - kh; ++i)
    for (int j = 0; j <= w - kw; ++j) {
      float acc = 0.f;
      for (int p = 0; p < kh; ++p)
        for (int q = 0; q < kw; ++q) acc += in[i + p][j + q] * k[p][q];
      out[i][j] = acc > 0.f ? acc : 0.f;
    }
}
