/** What [CFR] calls the variables of control: the code under `structured` has its names, as the graphs have. */
export const PAPER_NAMES: Readonly<Record<string, string>> = {
  trips: 'ctr',
  bound: 'rBound',
  trip: 'rCtr',
  branch: 'branchId',
};

export type ControlVariable = 'trips' | 'bound' | 'trip' | 'branch';
