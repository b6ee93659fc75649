import { useMemo } from 'react';
import type { Judgement, PredictChoice, PredictQuestion } from '../../../engine/pipeline/results';
import { looksFixedForm } from '../../store/document/language';
import { type Grammar, highlight } from '../../ui/highlight';
import { useApp } from '../../use';

interface Props {
  readonly question: PredictQuestion | null;
  readonly chosen: ReadonlySet<string>;
  readonly judgement: Judgement | null;
  readonly onChoose: (value: string) => void;
}

/** The kernel to look at while one thinks, with a mark to set beside each line that the question offers. */
export function KernelMarks({ question, chosen, judgement, onChoose }: Props) {
  const { source, language } = useApp(({ playground }) => playground);
  const shown = useApp((state) => state.shown);
  const grammar: Grammar = language === 'c' ? 'c' : looksFixedForm(source) ? 'fortran-fixed' : 'fortran';
  const lines = useMemo(() => highlight(source.replace(/\n$/, ''), grammar), [source, grammar]);
  const lineOf = useMemo(() => {
    const starts = (offset: number) => source.slice(0, offset).split('\n').length - 1;
    return new Map(shown?.statements.map(({ id, span }) => [id, starts(span.start)]));
  }, [shown, source]);
  const choices = new Map<number, PredictChoice[]>();
  for (const each of question?.choices ?? []) {
    const line = each.statement === null ? undefined : lineOf.get(each.statement);
    if (line !== undefined && isInKernel(question)) choices.set(line, [...(choices.get(line) ?? []), each]);
  }
  const asked = question?.statement == null ? -1 : (lineOf.get(question.statement) ?? -1);
  return (
    // It scrolls where it is wider than the page, which takes a key, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <ol className="marked-kernel" aria-label="Kernel" tabIndex={0}>
      {lines.map((pieces, k) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <li key={k} data-asked={k === asked || undefined}>
          <span className="marked-number" aria-hidden="true">
            {k + 1}
          </span>
          {choices.size > 0 && (
            <span className="marked-choices">
              {(choices.get(k) ?? []).map((each) => (
                <Mark
                  key={each.value}
                  choice={each}
                  one={question?.form === 'one'}
                  on={chosen.has(each.value)}
                  judgement={judgement}
                  onChoose={onChoose}
                />
              ))}
            </span>
          )}
          <code>
            {pieces.map((piece, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within a line
              <span key={i} className={`t-${piece.kind}`}>
                {piece.text}
              </span>
            ))}
          </code>
        </li>
      ))}
    </ol>
  );
}

/** Its choices are statements, which are marked where they stand. */
export const isInKernel = (question: PredictQuestion | null): boolean =>
  question !== null &&
  (question.kind === 'recorded' || question.kind === 'leaves' || question.kind === 'next');

const VERDICTS = { right: '✓', missed: '!', wrong: '✕' } as const;
const SPOKEN = { right: 'right', missed: 'missed', wrong: 'not so' } as const;

export function Mark(props: {
  choice: PredictChoice;
  one: boolean;
  on: boolean;
  judgement: Judgement | null;
  onChoose: (value: string) => void;
  title?: boolean;
}) {
  const { choice, one, on, judgement, onChoose, title } = props;
  const verdict = judgement?.choices.find(({ value }) => value === choice.value)?.verdict;
  const plain = choice.title.replaceAll('`', '');
  return (
    <label className="mark" data-verdict={verdict}>
      <input
        type={one ? 'radio' : 'checkbox'}
        name={one ? 'answer' : undefined}
        checked={on}
        disabled={judgement !== null}
        aria-label={verdict === undefined ? plain : `${plain}: ${SPOKEN[verdict]}`}
        onChange={() => onChoose(choice.value)}
      />
      {title === true && <span>{titled(choice.title)}</span>}
      {verdict !== undefined && (
        <b aria-hidden="true" title={SPOKEN[verdict]}>
          {VERDICTS[verdict]}
        </b>
      )}
    </label>
  );
}

function titled(text: string) {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    i % 2 === 1 ? <code key={i}>{part}</code> : part,
  );
}
