import { Check } from 'lucide-react';
import { DropdownMenu, Popover, ToggleGroup } from 'radix-ui';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'primary' | 'quiet';
  size?: 'small';
  /** Shows only this; the label is spoken and shown as a tip. */
  icon?: ReactNode;
  label?: string;
};

export function Button({ look, size, icon, label, children, ...rest }: ButtonProps) {
  const onlyIcon = children === undefined;
  return (
    <button
      type="button"
      className="button"
      data-look={look}
      data-size={size}
      data-only-icon={onlyIcon || undefined}
      {...(onlyIcon ? { 'aria-label': label, title: label } : {})}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

interface Choice<V extends string> {
  value: V;
  title: string;
  blurb?: string;
  disabled?: boolean;
}

/** One of a few, all in sight. */
export function Segments<V extends string>(props: {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  size?: 'small';
}) {
  const { label, value, choices, onChange, size } = props;
  return (
    <ToggleGroup.Root
      type="single"
      className="segments"
      data-size={size}
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== '' && onChange(next as V)}
    >
      {choices.map((each) => (
        <ToggleGroup.Item
          key={each.value}
          value={each.value}
          title={each.blurb}
          disabled={each.disabled ?? false}
        >
          {each.title}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

export interface MenuEntry {
  id: string;
  title: string;
  blurb?: string;
  checked?: boolean;
  onSelect: () => void;
}
export type MenuPart = { kind: 'label'; text: string } | ({ kind: 'entry' } & MenuEntry);

export function Menu(props: {
  trigger: ReactNode;
  label: string;
  parts: readonly MenuPart[];
  align?: 'end';
}) {
  const { trigger, label, parts, align } = props;
  const marked = parts.some((part) => part.kind === 'entry' && part.checked !== undefined);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          sideOffset={6}
          collisionPadding={10}
          align={align ?? 'start'}
          aria-label={label}
        >
          {parts.map((part) => {
            if (part.kind === 'label')
              return (
                <DropdownMenu.Label key={part.text} className="menu-label">
                  {part.text}
                </DropdownMenu.Label>
              );
            return (
              <DropdownMenu.Item key={part.id} onSelect={part.onSelect}>
                {marked && (
                  <span className="menu-mark">{part.checked && <Check size={14} aria-label="chosen" />}</span>
                )}
                <span>
                  <span className="menu-title">{part.title}</span>
                  {part.blurb && <span className="menu-blurb">{part.blurb}</span>}
                </span>
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function Pop(props: { trigger: ReactNode; label: string; children: ReactNode; align?: 'end' }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>{props.trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover"
          sideOffset={6}
          collisionPadding={10}
          align={props.align ?? 'start'}
          aria-label={props.label}
        >
          {props.children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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

/** Tabs by the ARIA pattern: arrows move, the chosen one alone is in the order of Tab. */
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

/** Only the beginning of a long piece of text. */
export function brief(text: string, most = 80): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
