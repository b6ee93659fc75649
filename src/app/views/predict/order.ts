import type { PredictQuestion } from '../../../engine/pipeline/results';

/** One kind after the other, so that two questions in a row are about different things; within a kind as `random` says. */
export function mixed(questions: readonly PredictQuestion[], random: () => number): PredictQuestion[] {
  const kinds = new Map<string, PredictQuestion[]>();
  for (const each of questions) {
    const list = kinds.get(each.kind) ?? [];
    list.splice(Math.floor(random() * (list.length + 1)), 0, each);
    kinds.set(each.kind, list);
  }
  const lists = [...kinds.values()];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list[k] ?? [])).flat();
}
