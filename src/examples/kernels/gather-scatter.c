/* Fluxes along the segments of a mesh: gathered from both ends, scattered to
   both ends. After fig. 1.2 of the paper on adjoint data-flow analyses. */
void fluxes(int nseg, int ns, const int nubo[nseg][2], const double t3[ns], const double pres[ns],
            const double vnocl[nseg], const double g3[ns], double rh3[ns]) {
  int is1, is2;
  double qsor, qs, pm, dplim;
  for (int iseg = 0; iseg < nseg; iseg++) {
    is1 = nubo[iseg][0];
    is2 = nubo[iseg][1];
    qsor = t3[is1] * vnocl[iseg];
    qs = t3[is2] * vnocl[iseg];
    pm = pres[is1] + pres[is2];
    dplim = qsor * g3[is1] + qs * g3[is2] + pm * vnocl[iseg];
    rh3[is1] = rh3[is1] + dplim;
    rh3[is2] = rh3[is2] - dplim;
  }
}
