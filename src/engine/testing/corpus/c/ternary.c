double clamp3(double x, double lo, double hi) { return x < lo ? lo + 0.01 * x : x > hi ? hi - 0.01 * x : x * x; }
