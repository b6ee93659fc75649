import { useEffect } from 'react';
import { actions } from '../app';
import { useApp } from '../use';
import { Prose } from '../views/why/Prose';

const COLUMNS = ['required', 'adjointLive', 'varied', 'useful'] as const;

/** What is printed: it is on the page only while the browser prints. */
export function Handout() {
  const shown = useApp((state) => state.shown);
  const check = useApp((state) => state.execution?.check.sentence ?? '');
  const note = useApp(({ playground }) => playground.note);
  useEffect(() => {
    const done = () => actions.endPrinting();
    addEventListener('afterprint', done);
    const frame = requestAnimationFrame(() => print());
    return () => {
      removeEventListener('afterprint', done);
      cancelAnimationFrame(frame);
    };
  }, []);
  if (shown === null) return null;
  const { request, code, recordings, statements, analyses } = shown;
  const generated = code.runtime === null ? code.text : code.text.slice(code.runtime.end).trimStart();
  const columns = COLUMNS.flatMap((name) => analyses.find((each) => each.name === name) ?? []);
  const lineOf = (offset: number) => request.source.slice(0, offset).split('\n').length;
  return (
    <article className="handout">
      <h1>
        The {request.mode === 'adjoint' ? 'adjoint' : 'derivative'} of {shown.routine?.name ?? 'a kernel'}
      </h1>
      {note !== '' && <p>{note}</p>}
      <h2>Kernel</h2>
      <pre>{numbered(request.source)}</pre>
      <h2>Generated code</h2>
      <pre>{generated}</pre>
      <p>{check}</p>
      <h2>What is stored</h2>
      {recordings.length === 0 && <p>Nothing.</p>}
      <ul>
        {recordings.map(({ id, text, span, reason }) => (
          <li key={id}>
            <code>{text}</code>, line {lineOf(span.start)}: <Prose text={reason} />
          </li>
        ))}
      </ul>
      {columns.length > 0 && (
        <>
          <h2>Sets before each statement</h2>
          <table>
            <thead>
              <tr>
                <th>statement</th>
                {columns.map(({ name, title }) => (
                  <th key={name}>{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {statements
                .filter(({ reachable }) => reachable)
                .map(({ id, span }) => (
                  <tr key={id}>
                    <td>
                      <code>
                        {lineOf(span.start)} {request.source.slice(span.start, span.end).replace(/\s+/g, ' ')}
                      </code>
                    </td>
                    {columns.map(({ name, statements: sets }) => (
                      <td key={name}>
                        <code>{sets[id]?.before.join(' ') ?? ''}</code>
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </>
      )}
    </article>
  );
}

function numbered(source: string): string {
  const lines = source.replace(/\n$/, '').split('\n');
  const width = String(lines.length).length;
  return lines.map((line, k) => `${String(k + 1).padStart(width)}  ${line}`).join('\n');
}
