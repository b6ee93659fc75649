/* A pendulum that loses speed. Each time step is a call, so what a step stores lives only while it is run a second time. */
void step(double *angle, double *speed, double dt) {
  double pull = -sin(*angle);
  double friction = 0.1 * *speed * *speed * *speed;
  *speed = *speed + dt * (pull - friction);
  *angle = *angle + dt * *speed;
}

double pendulum(double angle, double speed, double dt, int steps) {
  for (int i = 0; i < steps; i++)
    step(&angle, &speed, dt);
  return angle * angle + speed * speed;
}
