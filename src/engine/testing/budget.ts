/** How benchmarks measure, and tell what they found. */
export { medianTime, tell } from '../../../scripts/figures.mjs';
