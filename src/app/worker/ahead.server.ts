import { certify, differentiate, execute, explain } from '../../engine/index';
import { place } from '../layout/place';
import { type Ahead, firstQuestion, questionsAfter } from './ahead';
import { forPage } from './forPage';

/** Asks what the page asks when it opens for the first time. The build runs this, and lays the answers into `made.ts`. */
export async function makeAhead(): Promise<Ahead> {
  const { request } = firstQuestion();
  const result = differentiate(request);
  const after = questionsAfter(result);
  const { graphs, fold, earlier } = after.layout;
  return {
    // How long it took here is nothing to the reader.
    differentiate: { ...structuredClone(forPage(result)), timings: [] },
    execute: execute(after.execute.request),
    certify: certify(after.certify.request),
    explain: explain(result, after.explain.subject, after.explain.inputs),
    layout: place(graphs, fold, earlier),
  };
}
