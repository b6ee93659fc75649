import { place } from '../layout/place';
import { serve } from './answer';

serve(async (question) => {
  if (question.kind !== 'layout') throw new Error(`the layout worker can't ${question.kind}`);
  return place(question.graphs, question.fold, question.earlier);
});
