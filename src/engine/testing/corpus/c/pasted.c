```c
  1 | double energy(int n, double *x, double y) {
  2 |   double s = 0;
  3 |   for (int i = 0; i &lt; n &amp;&amp; y &gt; 0; i++)
  4 |     s += x[i] × x[i] − y;
  5 |   return s;
  6 | }
```
