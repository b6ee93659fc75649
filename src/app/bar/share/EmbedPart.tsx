import { useId, useState } from 'react';
import { parseChoices } from '../../embed/choices';
import { type Embed, encodeEmbed } from '../../embed/embed';
import { drawnFrom, EMBEDDABLE, type Embeddable } from '../../embed/fromPage';
import { useFound } from '../../found';
import { Segments } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { useApp } from '../../use';
import { CopyField } from './CopyField';
import { type Shown, snippetsOf } from './snippets';
import { useShort } from './useShort';

const HEIGHTS = { drawn: 460, live: 560 } as const;
const VIEWS = Object.entries(EMBEDDABLE) as [Embeddable, (typeof EMBEDDABLE)[Embeddable]][];

/** An embed for another page, with one view or two, drawn or live, with or without a question: the text to paste there. */
export function EmbedPart() {
  const [first, setFirst] = useState<Embeddable>('rows');
  const [second, setSecond] = useState<Embeddable | ''>('');
  const [kind, setKind] = useState<'drawn' | 'live'>('drawn');
  const [question, ask] = useState('');
  const [choices, setChoices] = useState('');
  const [answer, setAnswer] = useState('');
  const [system, setSystem] = useState('html');
  const state = useApp((each) => each);
  const link = useShort({ presenting: false, stand: true });
  const program = link.slice(link.indexOf('#'));
  const names: readonly Embeddable[] = second === '' ? [first] : [first, second];
  const views = names.map((name) => drawnFrom(name, state));
  const trouble = kind === 'live' ? undefined : views.find((view) => typeof view === 'string');
  const title =
    state.shown?.routine == null ? 'A kernel and its adjoint' : `${state.shown.routine.name} and its adjoint`;
  const embed = useEncoded(
    link === '' || trouble !== undefined
      ? null
      : {
          title,
          views: kind === 'live' ? [] : views.filter((view) => typeof view !== 'string'),
          live: [...new Set(names.map((name) => EMBEDDABLE[name].live))],
          question:
            question.trim() === '' || kind === 'live'
              ? null
              : { text: question.trim(), choices: parseChoices(choices), answer: answer.trim() },
          link: program,
        },
  );
  const site = location.href.replace(/#.*/, '').replace(/[^/]*$/, '');
  const shown: Shown = { site, embed, program, title, height: HEIGHTS[kind] };
  const snippets = snippetsOf(shown);
  const snippet = snippets.find(({ id }) => id === system) ?? snippets[0];
  return (
    <>
      <div className="embed-choices">
        <Choice
          label="View"
          value={first}
          onChange={setFirst}
          options={VIEWS.map(([id, each]) => [id, each.title])}
        />
        <Choice
          label="Beside it"
          value={second}
          onChange={setSecond}
          options={[['', 'nothing'], ...VIEWS.map(([id, each]): [Embeddable, string] => [id, each.title])]}
        />
      </div>
      <Segments
        label="What it does"
        value={kind}
        choices={[
          { value: 'drawn', title: 'as it is drawn now', blurb: 'Small; a click makes it live' },
          { value: 'live', title: 'live', blurb: 'It loads the editor and the engine' },
        ]}
        onChange={setKind}
      />
      {kind === 'drawn' && (
        <details className="embed-ask">
          <summary>Ask first: the answer, and the second view, stay covered</summary>
          <Field label="Question" value={question} rows={2} onChange={ask} />
          <Field
            label="Choices, one a line: “- [x] right”, “- [ ] wrong”"
            value={choices}
            rows={3}
            onChange={setChoices}
          />
          <Field label="What is said afterwards" value={answer} rows={2} onChange={setAnswer} />
        </details>
      )}
      <Choice
        label="For"
        value={system}
        onChange={setSystem}
        options={snippets.map(({ id, title: name }) => [id, name])}
      />
      {trouble !== undefined && <p role="alert">{trouble}</p>}
      {snippet !== undefined && embed !== '' && (
        <>
          <p>{snippet.how}</p>
          <CopyField
            label={`Snippet for ${snippet.title}`}
            rows={5}
            text={snippet.text}
            copy="Copy the snippet"
            said="The snippet was copied."
          />
          <p>
            {grouped(snippet.text.length)} characters.{' '}
            <a href="./embedding.html" target="_blank" rel="noopener">
              What hosts have to allow, and samples
            </a>
          </p>
        </>
      )}
    </>
  );
}

function useEncoded(embed: Embed | null): string {
  const hash = useFound(embed && (() => encodeEmbed(embed)), [JSON.stringify(embed)]);
  return (embed && hash) ?? '';
}

function Choice<V extends string>(props: {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
}) {
  const id = useId();
  const chosen = (value: string) => props.options.find(([each]) => each === value)?.[0];
  return (
    <p className="embed-choice">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => {
          const value = chosen(event.target.value);
          if (value !== undefined) props.onChange(value);
        }}
      >
        {props.options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </p>
  );
}

function Field(props: { label: string; value: string; rows: number; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{props.label}</label>
      <textarea
        id={id}
        rows={props.rows}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </>
  );
}
