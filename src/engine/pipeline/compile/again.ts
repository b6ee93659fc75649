/** One question after another is asked of one program: what runs it and what checks it share the last compile. */
import type { DifferentiateRequest } from '../results';
import { compile } from './compile';
import type { Compile } from './compiled';

let last: { readonly asked: string; readonly compiled: Compile } | null = null;

/** `compile`, with the tangent; equal requests give equal compiles, so that the last one is as good as a new one. */
export function compileAgain(request: DifferentiateRequest, now: () => number): Compile {
  const asked = JSON.stringify(request);
  if (last?.asked !== asked) last = { asked, compiled: compile(request, now) };
  return last.compiled;
}
