import { useState } from 'react';
import type { Linearised } from '../../../engine/pipeline/results';
import { GRAPHS } from '../../../examples/graphs';
import { Code } from '../../ui/Code';
import { Button, brief, Segments } from '../../ui/controls';
import { counted } from '../../ui/numbers';
import { lineCounter } from '../../ui/text';
import { useApp } from '../../use';
import type { Bench } from './laboratory';

/** Choice of the graph, the kind of elimination and the outputs. Graphs are in order of difficulty. */
export function Choosing(props: {
  bench: Bench;
  blocks: Linearised | null;
  /** Whether the blocks are still being computed: what stands below them waits, so that it does not move. */
  isComing: boolean;
  onChange: (part: Partial<Bench>) => void;
}) {
  const { bench, blocks, isComing, onChange } = props;
  const pasted = typeof bench.graph === 'object' ? bench.graph.text : '';
  const [text, setText] = useState(pasted);
  const source = useApp((state) => state.shownRequest?.source ?? '');
  const line = lineCounter(source);
  return (
    <div className="lab-choosing">
      <Segments
        label="What is eliminated"
        value={bench.kind}
        choices={[
          { value: 'edge', title: 'edges' },
          { value: 'vertex', title: 'vertices' },
          { value: 'face', title: 'faces' },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {typeof bench.graph === 'number' && (
        <Segments
          label="Which values are kept"
          value={bench.outputs === 'needed' ? 'needed' : 'all'}
          choices={[
            {
              value: 'all',
              title: 'every variable',
              blurb: 'Every value that a variable keeps is an output.',
            },
            { value: 'needed', title: 'needed', blurb: 'Outputs are values whose adjoints may not be zero.' },
          ]}
          onChange={(outputs) => onChange({ outputs })}
        />
      )}
      <h2>Blocks of the kernel</h2>
      <ul aria-busy={blocks === null}>
        {blocks?.blocks.map(({ block, span, edges }) => (
          <li key={block}>
            <Choice on={bench.graph === block} onClick={() => onChange({ graph: block })}>
              <small>{line(span.start)}</small>
              <Code text={brief(source.slice(span.start, span.end).replace(/;?\s*\n\s*/g, '; '), 80)} />
              <small>{counted(edges.length, 'edge')}</small>
            </Choice>
          </li>
        ))}
        {blocks?.ok && blocks.blocks.length === 0 && <li className="empty">none</li>}
      </ul>
      {!isComing && (
        <>
          <h2>Beat it</h2>
          <ul>
            {GRAPHS.map(({ name, best }) => (
              <li key={name}>
                <Choice on={bench.graph === name} onClick={() => onChange({ graph: name })}>
                  <span>{name}</span>
                  <small>best known {best[bench.kind === 'vertex' ? 'vertex' : 'edge']}</small>
                </Choice>
              </li>
            ))}
          </ul>
          <h2>
            <label htmlFor="lab-paste">An edge list</label>
          </h2>
          <textarea
            id="lab-paste"
            value={text}
            rows={3}
            spellCheck={false}
            placeholder="inputs 0 1, outputs 4 5: 0>2 1>2 2>3 3>4 2>4 3>5"
            onChange={(event) => setText(event.target.value)}
          />
          <Button disabled={text.trim() === ''} onClick={() => onChange({ graph: { text } })}>
            Take this graph
          </Button>
        </>
      )}
    </div>
  );
}

function Choice(props: { on: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="lab-choice" aria-pressed={props.on} onClick={props.onClick}>
      {props.children}
    </button>
  );
}
