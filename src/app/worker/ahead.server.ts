import { instance } from '@viz-js/viz';
import { AVAILABLE, certify, differentiate, execute, explain } from '../../engine/index';
import { type Draw, place } from '../layout/place';
import { type Ahead, firstQuestion, questionsAfter } from './ahead';
import { availableFrom } from './available';

/** Asks what the page asks when it opens for the first time. The build runs this, and lays the answers into `made.ts`. */
export async function makeAhead(): Promise<Ahead> {
  const { request } = firstQuestion();
  const result = differentiate(request);
  const after = questionsAfter(result);
  const viz = await instance();
  const draw: Draw = (dot) => JSON.parse(viz.renderString(dot, { format: 'json0' }));
  const { graphs, fold, earlier } = after.layout;
  return {
    available: availableFrom(AVAILABLE),
    // How long it took here is nothing to the reader.
    differentiate: { ...structuredClone(result), timings: [] },
    execute: execute(after.execute.request),
    certify: certify(after.certify.request),
    explain: explain(result, after.explain.subject, after.explain.inputs),
    layout: place(graphs, draw, fold, earlier),
  };
}
