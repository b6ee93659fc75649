import { instance } from '@viz-js/viz';
import { type Draw, place } from '../layout/place';
import { serve } from './answer';

const graphviz = instance();

serve(async (question) => {
  if (question.kind !== 'layout') throw new Error(`the layout worker can't ${question.kind}`);
  const viz = await graphviz;
  const draw: Draw = (dot) => JSON.parse(viz.renderString(dot, { format: 'json0' }));
  return place(question.graphs, draw, question.fold, question.earlier);
});
