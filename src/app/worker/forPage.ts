import type { Differentiation } from '../../engine/pipeline/results';

/**
 * What the page shows of an answer. Most of a long one are the origins of single names and numbers in the generated code; the page
 * asks where lines come from, and what is not sent need not be read out of the message, on the page's thread, after each key.
 */
export function forPage(result: Differentiation): Differentiation {
  const { code } = result;
  return { ...result, code: { ...code, origins: code.origins.filter(({ whole }) => whole) } };
}
