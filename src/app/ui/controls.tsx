import type { ButtonHTMLAttributes, KeyboardEvent, ReactNode } from 'react';

type Size = 'small' | 'large';
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'primary' | 'quiet';
  size?: Size;
  /** Shown alone; the label is spoken, and shown as a tip. */
  icon?: ReactNode;
  label?: string;
};

/** A disabled button keeps the focus: a user who has just pressed it, perhaps for the last time, does not lose the place. Tab skips it. */
export function Button({
  look,
  size = 'small',
  icon,
  label,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const onlyIcon = children === undefined;
  return (
    <button
      type="button"
      className="button"
      data-look={look}
      data-size={sizeIn(size)}
      data-only-icon={onlyIcon || undefined}
      {...(onlyIcon ? { 'aria-label': label, title: label } : {})}
      aria-disabled={disabled || undefined}
      tabIndex={disabled ? -1 : undefined}
      onClick={disabled ? undefined : onClick}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button that reads as a word of the text around it. */
export function Link({ look, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { look?: string }) {
  return <button type="button" className={look === undefined ? 'link' : `link ${look}`} {...rest} />;
}

/** What is large has the size that style sheets give it by itself. */
const sizeIn = (size: Size) => (size === 'small' ? size : undefined);

interface Choice<V extends string | number> {
  value: V;
  title: string;
  blurb?: string;
  disabled?: boolean;
}

/** A choice among a few, all in sight. It is one stop of Tab; arrows choose. */
export function Segments<V extends string>(props: {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  size?: Size;
}) {
  const { label, value, choices, onChange, size = 'small' } = props;
  const possible = choices.filter(({ disabled }) => disabled !== true);
  const at = possible.findIndex((each) => each.value === value);
  const stop = possible[Math.max(at, 0)]?.value;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = BY_ARROW[event.key];
    if (by === undefined || possible.length === 0) return;
    event.preventDefault();
    const next = possible.at((Math.max(at, 0) + by) % possible.length);
    if (next === undefined) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div
      className="segments"
      role="radiogroup"
      data-size={sizeIn(size)}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {choices.map((each) => (
        // biome-ignore lint/a11y/useSemanticElements: a button looks and focuses alike in every browser
        <button
          key={each.value}
          type="button"
          role="radio"
          aria-checked={each.value === value}
          data-value={each.value}
          tabIndex={each.value === stop ? 0 : -1}
          title={each.blurb}
          disabled={each.disabled ?? false}
          onClick={() => each.value !== value && onChange(each.value)}
        >
          {each.title}
        </button>
      ))}
    </div>
  );
}
const BY_ARROW: Record<string, number | undefined> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** A choice among many, in the browser's own list. `label` is left out where a label stands around it. */
export function Select<V extends string | number>(props: {
  label?: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  look?: string;
}) {
  const { label, value, choices, onChange, look } = props;
  const choose = (text: string) => {
    const chosen = choices.find((each) => String(each.value) === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <select
      className={look === undefined ? 'select' : `select ${look}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      {choices.map((each) => (
        <option key={each.value} value={each.value}>
          {each.title}
        </option>
      ))}
    </select>
  );
}

export function Switch(props: {
  label: string;
  blurb: ReactNode;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={props.on}
      aria-disabled={props.disabled ?? false}
      onClick={() => props.disabled !== true && props.onChange(!props.on)}
    >
      <i aria-hidden="true" />
      <span>
        {props.label}
        <small>{props.blurb}</small>
      </span>
    </button>
  );
}

export function Chip(props: { on: boolean; title?: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={props.on}
      title={props.title}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

/** Tabs by the ARIA pattern: arrows move, and only the chosen tab is in the order of Tab. */
export function Tabs<V extends string>(props: {
  label: string;
  value: V;
  className?: string;
  tabs: readonly { value: V; title: ReactNode }[];
  panelId: string;
  onChange: (value: V) => void;
}) {
  const { tabs, value, onChange, panelId } = props;
  const move = (by: number) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.value);
    document.getElementById(`${panelId}-${next.value}`)?.focus();
  };
  return (
    <div className={props.className ?? 'tabs'} role="tablist" aria-label={props.label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${panelId}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
            onChange(tab.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') move(1);
            if (event.key === 'ArrowLeft') move(-1);
          }}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}

/** The beginning of a long piece of text. */
export function brief(text: string, most = 80): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
