#include <cmath>
#include <iostream>
using namespace std;

namespace scene {

struct Vec {
  double x, y;
};

template <typename T>
T square(const T &v) {
  return v * v;
}

constexpr int ROUNDS = 3;

void halve(double &y, int n) {
  if (n > 0) {
    y *= 0.5;
    halve(y, n - 1);
  }
}

extern "C" double norm(const Vec &v, int n, double *x = nullptr) {
  double *w = new double[n];
  double s{0.0}, one[2]{1, 0};
  double t(2.0 * v.x);
  double &r = s;
  for (int i{0}; i < n; i++) {
    w[i] = square<double>(x[i]) * static_cast<double>(i + 1) / double(n);
    if (w[i] > 1e-3 and not (t > 1000)) r += std::sin(w[i]) + std::abs(v.y) * std::max(x[i], 0.1) * (one[0] + std::abs(1 - i) / 2);
  }
  halve(r, ROUNDS);
  std::cout << "s = " << s << std::endl;
  delete[] w;
  return s * t;
}

}
