import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Judgement, PredictChoice, PredictQuestion } from '../../../engine/pipeline/results';
import { looksFixedForm } from '../../store/document/language';
import { type Grammar, highlight, type Piece, textOf } from '../../ui/highlight';
import { useNear } from '../../ui/near';
import { lineCounter } from '../../ui/text';
import { useApp } from '../../use';
import { Prose } from '../why/Prose';

export interface Marking {
  readonly question: PredictQuestion | null;
  readonly chosen: ReadonlySet<string>;
  readonly judgement: Judgement | null;
  readonly onChoose: (value: string) => void;
}

/** The kernel to look at while one thinks, with a mark to set beside each line that the question offers. */
export function KernelMarks({ question, chosen, judgement, onChoose }: Marking) {
  const { source, language } = useApp(({ playground }) => playground);
  const shown = useApp((state) => state.shown);
  const grammar: Grammar = language === 'c' ? 'c' : looksFixedForm(source) ? 'fortran-fixed' : 'fortran';
  const lines = useMemo(() => highlight(source.replace(/\n$/, ''), grammar), [source, grammar]);
  const lineOf = useMemo(() => {
    const line = lineCounter(source);
    return new Map(shown?.statements.map(({ id, span }) => [id, line(span.start) - 1]));
  }, [shown, source]);
  const choices = useMemo(() => {
    const found = new Map<number, PredictChoice[]>();
    if (question === null || !isInKernel(question)) return found;
    for (const each of question.choices) {
      const line = each.statement === null ? undefined : lineOf.get(each.statement);
      if (line !== undefined) found.set(line, [...(found.get(line) ?? []), each]);
    }
    return found;
  }, [question, lineOf]);
  const asked = question?.statement == null ? -1 : (lineOf.get(question.statement) ?? -1);
  const box = useRef<HTMLOListElement>(null);
  const isNear = useNear(box, lines.length, SIGHT);
  // What is asked about may stand far below, behind the comments of a head.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is about other lines
  useEffect(() => {
    const place = box.current?.querySelector('[data-asked], .mark')?.closest('li');
    for (const room of place ? [box.current, box.current?.parentElement] : []) {
      const below =
        (place?.getBoundingClientRect().bottom ?? 0) - (room?.getBoundingClientRect().bottom ?? 0);
      if (room && below > 0) room.scrollTop += below + room.clientHeight / 2;
    }
  }, [question]);
  // Lines are many: what they call stays the same.
  const handler = useRef(onChoose);
  handler.current = onChoose;
  const choose = useCallback((value: string) => handler.current(value), []);
  return (
    // It scrolls where it is wider than the page, which takes a key, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <ol ref={box} className="marked-kernel" aria-label="Kernel" tabIndex={0}>
      {lines.map((pieces, k) => {
        const own = choices.get(k);
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            key={k}
            number={k + 1}
            pieces={pieces}
            near={isNear(k)}
            asked={k === asked}
            offers={choices.size > 0}
            choices={own}
            one={question?.form === 'one'}
            chosen={own && chosen}
            judgement={own && judgement}
            onChoose={choose}
          />
        );
      })}
    </ol>
  );
}

/** Lines that are coloured: all of a short kernel, of a long one those in sight. */
const SIGHT = { most: 120, first: 36 };

interface LineProps {
  readonly number: number;
  readonly pieces: readonly Piece[];
  readonly near: boolean;
  readonly asked: boolean;
  /** Some line has a mark to set. */
  readonly offers: boolean;
  /** The line's own; without them it has nothing to do with what is chosen and judged. */
  readonly choices: readonly PredictChoice[] | undefined;
  readonly one: boolean;
  readonly chosen: ReadonlySet<string> | undefined;
  readonly judgement: Judgement | null | undefined;
  readonly onChoose: (value: string) => void;
}

const Line = memo(function Line(props: LineProps) {
  const { number, pieces, near, asked, offers, choices, one, chosen, judgement, onChoose } = props;
  return (
    <li data-asked={asked || undefined} data-far={!near || undefined}>
      <span className="marked-number" aria-hidden="true">
        {number}
      </span>
      {offers && (
        <span className="marked-choices">
          {choices?.map((each) => (
            <Mark
              key={each.value}
              choice={each}
              one={one}
              on={chosen?.has(each.value) === true}
              judgement={judgement ?? null}
              onChoose={onChoose}
            />
          ))}
        </span>
      )}
      <code>
        {near
          ? pieces.map((piece, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within a line
              <span key={i} className={`t-${piece.kind}`}>
                {piece.text}
              </span>
            ))
          : textOf(pieces)}
      </code>
    </li>
  );
});

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
      {title === true && (
        <span>
          <Prose text={choice.title} />
        </span>
      )}
      {verdict !== undefined && (
        <b aria-hidden="true" title={SPOKEN[verdict]}>
          {VERDICTS[verdict]}
        </b>
      )}
    </label>
  );
}
