import { useLayoutEffect, useRef, useState } from 'react';
import type { Diagnostic, VariableInfo } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { Button, brief, Chip, Segments, Select } from '../../ui/controls';
import { Pop } from '../../ui/floating';
import { PHONE, useApp, useMedia } from '../../use';
import { Prose } from '../why/Prose';
import { fitChips } from './fitChips';

export function LanguageChoice() {
  const language = useApp((state) => state.playground.language);
  return (
    <Segments
      label="Language of the kernel"
      value={language}
      choices={[
        { value: 'c', title: 'C' },
        { value: 'fortran', title: 'Fortran' },
      ]}
      onChange={actions.chooseLanguage}
    />
  );
}

/** The routine or a variable that was chosen is not in the text any more, as after its name was changed. */
const LOST = ['no-such-routine', 'not-an-input', 'not-an-output'];
const isLostChoice = ({ code }: Diagnostic) => LOST.includes(code);

/** “d f by x y”: which routine, which of its results, by which of its inputs. Beside the code, not in a dialogue. */
export function KernelChoices() {
  const shown = useApp((state) => state.shown);
  const lost = useApp(({ latest, playground: { routine, independents, dependents } }) =>
    routine === null && independents === null && dependents === null
      ? undefined
      : latest?.diagnostics.find(isLostChoice),
  );
  if (shown === null) return null;
  if (lost !== undefined)
    return (
      <div className="chips">
        <span className="lost" title={lost.message}>
          <Prose text={lost.message} />
        </span>
        <Button onClick={actions.chooseAfresh}>Choose afresh</Button>
      </div>
    );
  if (shown.routine === null) return null;
  const { variables, routines, routine } = shown;
  // A text of thousands of routines: the first, and the one in use.
  const offered = routines.filter(({ name }, i) => i < MOST_ROUTINES || name === routine.name);
  return (
    <>
      {routines.length > 1 && (
        <Select
          look="mono"
          label="Routine to differentiate"
          value={routine.name}
          choices={offered.map(({ name }) => ({ value: name, title: name }))}
          onChange={actions.setRoutine}
        />
      )}
      {/* A routine with errors has none to choose from. */}
      {variables.length > 0 && <Chips variables={variables} />}
    </>
  );
}

const MOST_ROUTINES = 300;
/** What a button says of the names in its list, where none of them has room beside it. */
const IN_LITTLE = 6;
/** On a phone the line may break: no more than these before the list. */
const MOST_CHIPS = 6;

/** On a desk as many chips as one line holds: nothing below moves when another kernel has more variables. */
function Chips({ variables }: { variables: readonly VariableInfo[] }) {
  const line = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const phone = useMedia(PHONE);
  useLayoutEffect(() => {
    const { current } = line;
    if (current === null) return;
    const measure = () => setRoom(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const dependents = variables.filter((each) => each.canBeDependent);
  const independents = variables.filter((each) => each.canBeIndependent);
  const [most = MOST_CHIPS, mostBy = MOST_CHIPS] = phone
    ? []
    : fitChips(room, [
        dependents.map(({ key, dependent }) => ({ text: key, on: dependent })),
        independents.map(({ key, independent }) => ({ text: key, on: independent })),
      ]);
  return (
    <div className="chips" ref={line}>
      <span>derive</span>
      <Choice
        word="dependent"
        variables={dependents}
        most={most}
        isOn={(each) => each.dependent}
        toggle={actions.toggleDependent}
      />
      <span>by</span>
      <Choice
        word="independent"
        variables={independents}
        most={mostBy}
        isOn={(each) => each.independent}
        toggle={actions.toggleIndependent}
      />
    </div>
  );
}

function Choice(props: {
  word: string;
  variables: readonly VariableInfo[];
  /** How many are shown before the rest goes into a list. */
  most: number;
  isOn: (variable: VariableInfo) => boolean;
  toggle: (key: string, chosen: readonly string[]) => void;
}) {
  const { word, variables, most, isOn, toggle } = props;
  const chosen = variables.filter(isOn).map(({ key }) => key);
  const chip = (each: VariableInfo) => (
    <Chip
      key={each.key}
      on={isOn(each)}
      title={`${each.key}: ${isOn(each) ? '' : 'not '}${word === 'dependent' ? 'a' : 'an'} ${word}. ${each.reason}`}
      onClick={() => toggle(each.key, chosen)}
    >
      {each.key}
    </Chip>
  );
  if (variables.length === 0) return <span>nothing</span>;
  if (variables.length <= most) return variables.map(chip);
  const first = [...variables].sort((a, b) => Number(isOn(b)) - Number(isOn(a))).slice(0, most);
  return (
    <>
      {first.map(chip)}
      <Pop
        label={`All variables that can be ${word}`}
        trigger={
          <Button look="quiet">
            {most === 0 ? brief(chosen.join(', ') || 'none', IN_LITTLE) : `${variables.length - most} more`}
          </Button>
        }
      >
        <div className="chips">{variables.map(chip)}</div>
      </Pop>
    </>
  );
}
