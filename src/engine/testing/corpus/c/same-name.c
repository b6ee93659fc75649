/* a parameter may have the name of its function */
#include <math.h>
double sigmoid(double sigmoid)
{
    double exp(double);
    return 1 / (1 + exp(-sigmoid));
}
