import {
  BookOpen,
  Check,
  History,
  Moon,
  Presentation,
  Projector,
  Settings2,
  Share2,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useState } from 'react';
import { inLanguage, LEVELS, twinOf } from '../../examples';
import { actions, drafts, services } from '../app';
import { LINK_IS, useCopied } from '../copied';
import { openExample, takeTour } from '../open';
import { hasBackwardSweep, isOffered, MODES, OPTIONS } from '../store/document/choices';
import type { Theme } from '../store/view/view';
import { Button, brief, Segments } from '../ui/controls';
import { Menu, type MenuPart, Pop } from '../ui/floating';
import { PHONE, useApp, useMedia } from '../use';
import { KernelChoices } from '../views/source/KernelChoices';
import { ArrangementBar } from './ArrangementBar';
import { OptionsPanel } from './OptionsPanel';
import { ShareSheet } from './share/ShareSheet';
import { UndoButtons } from './UndoButtons';
import { Verdict } from './Verdict';

export function Header() {
  const phone = useMedia(PHONE);
  const choices = (
    <>
      <ExamplesMenu withTour={phone} />
      {!phone && <ModeChoice size="large" />}
      {!phone && <RecordChoice />}
      <Pop
        label="Options"
        trigger={
          <Button size="large" icon={<Settings2 size={15} />} {...(phone ? { label: 'Options' } : {})}>
            {phone ? undefined : 'Options'}
          </Button>
        }
      >
        {phone && <ModeChoice size="small" />}
        <OptionsPanel />
      </Pop>
    </>
  );
  return (
    <header className="head">
      <div className="header">
        <h1 className="logo">
          back<i>sweep</i>
        </h1>
        {!phone && <ArrangementBar />}
        {phone && choices}
        <span className="grow" />
        {!phone && <UndoButtons />}
        <DraftsMenu />
        {!phone && <PresentButton />}
        <ThemeMenu />
        <ShareButton phone={phone} />
        <ShareSheet />
      </div>
      {!phone && (
        <div className="header choices hide-presenting">
          {choices}
          <KernelChoices />
          <span className="grow" />
          <Verdict />
        </div>
      )}
    </header>
  );
}
/** Without a keyboard, the tour is listed with the examples. */
function ExamplesMenu({ withTour }: { withTour: boolean }) {
  const current = useApp((state) => state.example);
  const language = useApp(({ playground }) => playground.language);
  const offered = inLanguage(language);
  const entries = (level: number): MenuPart[] =>
    offered
      .filter((each) => each.level === level)
      .map((each) => {
        const twin = twinOf(each);
        const written = twin === undefined ? LANGUAGES[each.language] : 'C and Fortran';
        return {
          kind: 'entry',
          id: each.id,
          title: `${each.title} · ${each.concept}`,
          blurb: `${written}. ${each.look}`,
          checked: each.id === current || twin?.id === current,
          onSelect: () => openExample(each),
        };
      });
  return (
    <Menu
      label="Examples"
      trigger={
        <Button size="large" icon={<BookOpen size={15} />}>
          Examples
        </Button>
      }
      parts={[
        ...LEVELS.flatMap((title, k): MenuPart[] => [
          { kind: 'label', text: `${k + 1} · ${title}` },
          ...entries(k + 1),
        ]),
        ...(withTour ? [TOUR] : []),
      ]}
    />
  );
}
const TOUR: MenuPart = {
  kind: 'entry',
  id: 'tour',
  title: 'Take the tour',
  blurb: 'Four stops: a push, its pop, why, and where your own kernel goes.',
  onSelect: takeTour,
};
const LANGUAGES = { c: 'C', fortran: 'Fortran' } as const;

/** What was typed earlier, newest first. */
function DraftsMenu() {
  const [parts, setParts] = useState<readonly MenuPart[]>([]);
  const refresh = () => {
    const found = drafts.list().map(
      ({ id, at, playground }): MenuPart => ({
        kind: 'entry',
        id,
        title: brief(titleOf(playground.source), 46),
        blurb: new Date(at).toLocaleString(),
        onSelect: () => actions.load(playground),
      }),
    );
    setParts([
      { kind: 'label', text: found.length === 0 ? 'Nothing typed yet' : 'Kept in this browser' },
      ...found,
    ]);
  };
  return (
    <Menu
      label="Earlier texts"
      trigger={
        <Button
          size="large"
          look="quiet"
          icon={<History size={15} />}
          label="Earlier texts"
          onPointerDown={refresh}
          onFocus={refresh}
        />
      }
      parts={parts}
    />
  );
}

function titleOf(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !/^(\/[/*]|!|[cC*] )/.test(line)) ?? 'empty';
}

function ModeChoice({ size }: { size: 'small' | 'large' }) {
  const mode = useApp((state) => state.playground.mode);
  return <Segments label="Mode" size={size} value={mode} choices={MODES} onChange={actions.setMode} />;
}

function RecordChoice() {
  const record = useApp((state) => state.playground.options.record);
  const mode = useApp((state) => state.playground.mode);
  const wide = useMedia('(min-width: 1320px)');
  if (!wide || !hasBackwardSweep(mode)) return null;
  const choices = OPTIONS.record.values
    .filter(({ value }) => value === record || isOffered({ record: value }))
    .map((each) => (each.value === 'all' ? { ...each, title: 'record all' } : each));
  return (
    <Segments
      size="large"
      label="What is recorded"
      value={record}
      choices={choices}
      onChange={(value) => actions.setOption('record', value)}
    />
  );
}

function PresentButton() {
  const presenting = useApp((state) => state.presenting);
  return (
    <Button
      size="large"
      look="quiet"
      icon={<Presentation size={15} />}
      label="Presenter mode: larger type, less around it"
      aria-pressed={presenting}
      onClick={() => actions.present(!presenting)}
    />
  );
}

const THEMES: readonly { value: Theme; title: string }[] = [
  { value: 'system', title: 'As the system' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
  { value: 'projector', title: 'Projector' },
];
const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon, projector: Projector } as const;

function ThemeMenu() {
  const theme = useApp((state) => state.theme);
  const Icon = THEME_ICONS[theme];
  return (
    <Menu
      label="Theme"
      align="end"
      trigger={<Button size="large" look="quiet" icon={<Icon size={15} />} label="Theme" />}
      parts={THEMES.map(({ value, title }) => ({
        kind: 'entry',
        id: value,
        title,
        checked: value === theme,
        onSelect: () => actions.setTheme(value),
      }))}
    />
  );
}

function ShareButton({ phone }: { phone: boolean }) {
  const [came, copy] = useCopied();
  const done = came && LINK_IS[came];
  const share = async () => {
    const link = await services()?.navigation?.share();
    if (link === undefined) return;
    actions.say(
      (await copy(link)) === 'copied'
        ? 'The link was copied. It holds the program itself; nothing was sent anywhere.'
        : 'The link is in the address bar.',
    );
  };
  return (
    <Button
      size="large"
      look="primary"
      data-tour-place="share"
      icon={phone && done !== null ? <Check size={15} /> : <Share2 size={15} />}
      onClick={share}
      {...(phone ? { label: done ?? 'Share' } : {})}
      title="Puts all of this into a link and copies it. Nothing is sent anywhere."
    >
      {phone ? undefined : (done ?? 'Share')}
    </Button>
  );
}
