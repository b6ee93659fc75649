import { place, reuse } from '../layout/place';
import { serve } from './answer';

serve(async (question) => {
  if (question.kind !== 'layout') throw new Error(`the layout worker can't ${question.kind}`);
  const { graphs, fold, earlier } = question;
  const kept = earlier === null ? null : reuse(graphs, earlier, fold);
  return kept ?? place(graphs, fold, earlier);
});
