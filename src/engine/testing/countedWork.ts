import { Session } from 'node:inspector';

/**
 * How often blocks of code were entered while `work` ran: every function, every arm, every turn of a loop counts as one. The same work
 * has the same count on every machine, however busy. What regular expressions, sorting and copying do inside is not counted.
 */
function countedWork(work: () => void): number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  work();
  let count = 0;
  session.post('Profiler.takePreciseCoverage', (error, found) => {
    if (error) throw error;
    for (const { functions } of found.result)
      for (const { ranges } of functions) for (const range of ranges) count += range.count;
  });
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return count;
}

/**
 * How many times as much the second does as the first, once both have run before. Linear work on eight times the text is 8, quadratic
 * work 64.
 */
export function growth(one: () => void, other: () => void): number {
  one();
  other();
  return countedWork(other) / countedWork(one);
}
