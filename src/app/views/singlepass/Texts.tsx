import { useEffect, useMemo, useRef } from 'react';
import { linesOf, type Piece, piecesOf } from './steps';
import type { TreeProps } from './Tree';

interface TextsProps extends Pick<TreeProps, 'pass' | 'state' | 'now' | 'onHover'> {
  /** The assignment whose backward code runs. */
  readonly number: number | null;
}

/** Forward code, and backward code by assignment; what is still to come stands grey in its place, so that nothing moves. */
export function Texts({ pass, state, now, number, onHover }: TextsProps) {
  const { tree } = pass;
  const assignments = useMemo(
    () => tree.filter(({ symbol, attributes }) => symbol === 'a' && attributes.cf),
    [tree],
  );
  const forward = useMemo(
    () => (pass.ok ? piecesOf(tree, 1, 'cf') : assignments.flatMap(({ id }) => piecesOf(tree, id, 'cf'))),
    [pass.ok, tree, assignments],
  );
  const texts = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is lit depends on both
  useEffect(() => {
    for (const section of texts.current?.children ?? []) {
      const lit = section.querySelector<HTMLElement>('[data-lit]');
      const above = lit ? lit.offsetTop - section.scrollTop : 0;
      const isSeen = above >= 0 && above < section.clientHeight - 2 * (lit?.offsetHeight ?? 0);
      if (lit && !isSeen) section.scrollTop = lit.offsetTop - section.clientHeight / 3;
    }
  }, [now, number]);
  const common = { state, now, onHover };
  return (
    <div ref={texts} className="singlepass-texts">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section aria-label="Forward code" tabIndex={0}>
        <h3 data-sweep="forward">Forward text grows to the right</h3>
        <Lines pieces={forward} {...common} />
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section aria-label="Backward code" tabIndex={0}>
        <h3 data-sweep="backward">
          Backward text, one piece an assignment <code>while(pop_c(i))</code>
        </h3>
        {assignments.map((a, i) => (
          <div key={a.id} className="singlepass-case" data-lit={number === i + 1 || undefined}>
            <small>k = {i + 1}</small>
            <Lines pieces={piecesOf(tree, a.id, 'cb')} {...common} />
          </div>
        ))}
      </section>
    </div>
  );
}

function Lines(props: Pick<TextsProps, 'state' | 'now' | 'onHover'> & { pieces: readonly Piece[] }) {
  const { pieces, state, now, onHover } = props;
  return (
    <pre>
      {linesOf(pieces).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <span key={i} className="singlepass-line" style={{ paddingLeft: `${line.indent * 2}ch` }}>
          {line.pieces.map(({ text, vertex }, k) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: pointing is a shortcut; the steps go everywhere by keyboard
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
              key={k}
              data-ahead={!state.reduced.has(vertex) || undefined}
              data-lit={(state.reduced.has(vertex) && vertex === now) || undefined}
              onMouseEnter={() => onHover(vertex)}
              onMouseLeave={() => onHover(null)}
            >
              {text}
            </span>
          ))}
        </span>
      ))}
    </pre>
  );
}
