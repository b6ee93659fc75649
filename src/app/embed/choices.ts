import type { EmbedQuestion } from './embed';

/** Lines `- [ ] wrong` and `- [x] right`, as in lessons; a line without brackets is a wrong one. */
export function parseChoices(text: string): EmbedQuestion['choices'] {
  return text.split('\n').flatMap((line) => {
    const [, mark = '', rest = ''] = /^\s*(?:[-*]\s*)?(?:\[([ xX]?)\]\s*)?(.*)$/.exec(line) ?? [];
    return rest.trim() === '' ? [] : [{ text: rest.trim().slice(0, 1000), right: /x/i.test(mark) }];
  });
}
