import { useState } from 'react';
import type { Differentiation, Execution, VariableInfo } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { hasBackwardSweep } from '../../store/document/choices';
import { own } from '../../store/results/lookup';
import { focusOnVariable } from '../../store/view/focus';
import { Link } from '../../ui/controls';
import { counted, shortNumber } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { useApp } from '../../use';
import { Elements, ElementsButton, Figure, figureInWords, OpenButton } from './Arrays';
import type { Asking } from './Astray';
import { rowsOf, type ValueRow } from './members';
import { mostAstray } from './mostAstray';

const VIEW = 'run';
/** Letters of a name that stand beside its values where the pane is as narrow as at first. */
const MOST_BESIDE = 8;

interface ValuesProps {
  readonly shown: Differentiation;
  readonly execution: Execution | null;
  readonly ask: Asking['ask'];
}

/** Every value that goes in or comes out, with its derivative; members of structures under these. */
export function Values({ shown, execution, ask }: ValuesProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const variables = shown.variables.filter(({ role }) => role !== 'local' && role !== 'unused');
  const { mode } = shown.request;
  const adjoint = hasBackwardSweep(mode);
  const isTangentOver = mode === 'tangent-over-adjoint';
  const toggle = (key: string, open: boolean) =>
    setClosed(new Set(open ? [...closed].filter((each) => each !== key) : [...closed, key]));
  return (
    <table className="table run-table variables" aria-label="Values and derivatives">
      <TableHead
        columns={[
          'name',
          'in',
          { n: 'out' },
          { n: adjoint ? 'adjoint' : 'tangent' },
          ...(isTangentOver ? [{ n: 'H·d', blurb: 'The Hessian H times the direction d, all ones' }] : []),
        ]}
      />
      <tbody>
        {rowsOf(variables, closed).map((row) =>
          row.kind === 'structure' ? (
            <tr key={row.key} data-depth={row.depth}>
              <th scope="rowgroup" colSpan={isTangentOver ? 5 : 4}>
                <Indented by={row.depth}>
                  <span className="mono">{row.label}</span>
                  <OpenButton
                    label={`Members of ${row.key}`}
                    open={row.open}
                    toggle={(open) => toggle(row.key, open)}
                  />
                  <span className="member-count">{counted(row.members, 'member')}</span>
                </Indented>
              </th>
            </tr>
          ) : (
            <VariableRow
              key={row.key}
              row={row}
              variable={row.variable}
              execution={execution}
              shown={shown}
              adjoint={adjoint}
              ask={ask}
            />
          ),
        )}
      </tbody>
    </table>
  );
}

function Indented({ by, children }: { by: number; children: React.ReactNode }) {
  return (
    <span className="indented" style={{ paddingInlineStart: `${by}em` }}>
      {children}
    </span>
  );
}

function VariableRow(props: ValuesProps & { row: ValueRow; variable: VariableInfo; adjoint: boolean }) {
  const { row: place, variable, execution, shown, adjoint, ask } = props;
  const { key, dimensions, type } = variable;
  const text = useApp((state) => own(state.playground.inputs, key) ?? '');
  const seed = useApp((state) => own(state.playground.seeds, key) ?? '');
  const taken = own(execution?.inputs, key);
  const output = own(execution?.outputs, key);
  const second = own(execution?.second, key);
  const derivative = own(execution?.derivatives, key);
  const isInput = variable.entryMatters || text !== '';
  const [open, setOpen] = useState(false);
  const isTangentOver = shown.request.mode === 'tangent-over-adjoint';
  const parts = [
    { title: 'in', values: isInput ? taken : undefined },
    { title: 'out', values: output },
    { title: adjoint ? 'adjoint' : 'tangent', values: derivative },
    { title: 'H·d', values: second },
  ];
  const isArray = parts.some(({ values }) => values !== undefined && values.length > 1);
  const row = (
    <tr data-long={place.label.length + 2 * place.depth + (isArray ? 3 : 0) > MOST_BESIDE || undefined}>
      <th scope="row">
        <Indented by={place.depth}>
          <Link
            look="mono"
            aria-label={place.depth === 0 ? undefined : key}
            title={`${key}: ${type.replace('f', 'real').replace('i', 'int')}${dimensions === null ? '' : ` [${dimensions.join(', ')}]`}. ${variable.reason}`}
            onClick={() => actions.pin(focusOnVariable(shown, key, VIEW))}
          >
            {place.label}
          </Link>
          {isArray && <ElementsButton of={key} open={open} toggle={setOpen} />}
        </Indented>
      </th>
      <td>{isInput && <InputField of={key} text={text} taken={taken} />}</td>
      <td className="value" title={output?.join(', ').slice(0, 2000)}>
        {output !== undefined && <Figure of={output} />}
      </td>
      <td className="value" title={derivative?.join(', ').slice(0, 2000)}>
        {derivative !== undefined && execution !== null ? (
          <button
            type="button"
            className={`link ${adjoint ? 'derivative' : 'tangent'}`}
            aria-label={`Derivative of ${key}, ${figureInWords(derivative)}: say where it goes astray`}
            onClick={() => ask(mostAstray(execution, key))}
          >
            <Figure of={derivative} />
          </button>
        ) : variable.dependent && adjoint ? (
          <input
            aria-label={`Seed of ${key}: its adjoint at exit`}
            spellCheck={false}
            value={seed}
            placeholder="1"
            onChange={(event) => actions.setSeed(key, event.target.value)}
          />
        ) : (
          ''
        )}
      </td>
      {isTangentOver && (
        <td className="value" title={second?.join(', ').slice(0, 2000)}>
          {second !== undefined && (
            <span className="tangent">
              <Figure of={second} />
            </span>
          )}
        </td>
      )}
    </tr>
  );
  if (!open || !isArray || execution === null) return row;
  return (
    <>
      {row}
      <Elements
        variable={variable}
        execution={execution}
        shown={shown}
        parts={parts}
        columns={isTangentOver ? 5 : 4}
      />
    </>
  );
}

function InputField(props: { of: string; text: string; taken: readonly number[] | undefined }) {
  const { of, text, taken = [] } = props;
  const [first] = taken;
  return (
    <input
      aria-label={`Input ${of}: a number, a list, or a formula in i, j, k and n`}
      spellCheck={false}
      value={text}
      placeholder={
        taken.length > 1 ? counted(taken.length, 'value') : first === undefined ? '' : shortNumber(first, 6)
      }
      onChange={(event) => actions.setInput(of, event.target.value)}
    />
  );
}
