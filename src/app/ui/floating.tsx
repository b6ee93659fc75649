import { Check } from 'lucide-react';
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/** A button, to which the popover is anchored. */
type Trigger = ReactElement<{
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  popoverTarget?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
}>;

export interface MenuEntry {
  id: string;
  title: string;
  blurb?: string;
  checked?: boolean;
  onSelect: () => void;
}
export type MenuPart = { kind: 'label'; text: string } | ({ kind: 'entry' } & MenuEntry);

export function Menu(props: { trigger: Trigger; label: string; parts: readonly MenuPart[]; align?: 'end' }) {
  const { parts, ...rest } = props;
  const marked = parts.some((part) => part.kind === 'entry' && part.checked !== undefined);
  return (
    <Floating role="menu" {...rest}>
      {(close) =>
        parts.map((part) =>
          part.kind === 'label' ? (
            <div key={part.text} className="menu-label">
              {part.text}
            </div>
          ) : (
            <button
              key={part.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => {
                close();
                part.onSelect();
              }}
            >
              {marked && (
                <span className="menu-mark">{part.checked && <Check size={14} aria-label="chosen" />}</span>
              )}
              <span>
                <span className="menu-title">{part.title}</span>
                {part.blurb && <span className="menu-blurb">{part.blurb}</span>}
              </span>
            </button>
          ),
        )
      }
    </Floating>
  );
}

export function Pop(props: { trigger: Trigger; label: string; children: ReactNode; align?: 'end' }) {
  const { children, ...rest } = props;
  return (
    <Floating role="dialog" {...rest}>
      {() => children}
    </Floating>
  );
}

/**
 * The browser's own popover: it lies over everything, Escape and a press elsewhere close it, and the focus returns to where
 * it was. Its content exists while it is open. Base UI's menu and popover would replace some 70 lines here and add 47 kB
 * (Brotli) to what is loaded first.
 */
function Floating(props: {
  trigger: Trigger;
  label: string;
  role: 'menu' | 'dialog';
  align?: 'end';
  children: (close: () => void) => ReactNode;
}) {
  const { trigger, label, role, align, children } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = () => document.getElementById(id)?.hidePopover();
  const onClick = (event: MouseEvent<HTMLElement>) => {
    trigger.props.onClick?.(event);
    // The browser would show it before its content and its position exist.
    event.preventDefault();
    const floating = document.getElementById(id);
    if (floating === null) return;
    if (floating.matches(':popover-open')) {
      floating.hidePopover();
      return;
    }
    flushSync(() => setOpen(true));
    floating.showPopover();
    place(floating, event.currentTarget, align === 'end');
    floating.querySelector<HTMLElement>(STOPS)?.focus({ preventScroll: true });
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    const outside = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget);
    if (outside && relatedTarget.getAttribute('popovertarget') !== id) close();
  };
  return (
    <>
      {cloneElement(trigger, {
        popoverTarget: id,
        'aria-haspopup': role,
        'aria-expanded': open,
        onClick,
      })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is `menu` or `dialog` */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both may be labelled */}
      <div
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={role === 'menu' ? 'menu' : 'popover'}
        onBlur={onBlur}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        {...(role === 'menu' ? { onKeyDown: (event) => travel(event, close) } : {})}
      >
        {open && children(close)}
      </div>
    </>
  );
}

const STOPS = 'button:not(:disabled), input, select, textarea, a[href]';
const GAP = 6;
const EDGE = 10;

/** Under its trigger, or over it where there is more room; never out of sight. */
function place(floating: HTMLElement, trigger: HTMLElement, atEnd: boolean): void {
  const from = trigger.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - from.bottom - GAP - EDGE;
  const above = from.top - GAP - EDGE;
  const { offsetHeight, offsetWidth } = floating;
  const under = offsetHeight <= below || below >= above;
  const left = atEnd ? from.right - offsetWidth : from.left;
  floating.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - EDGE - offsetWidth))}px`;
  floating.style.top = under ? `${from.bottom + GAP}px` : '';
  floating.style.bottom = under ? '' : `${clientHeight - from.top + GAP}px`;
  floating.style.maxHeight = `${under ? below : above}px`;
}

/** Arrows, Home, End and first letters, as menus have them; Tab leaves. */
function travel(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextItem(items, at, event.key);
  if (event.key === 'Tab') close();
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function nextItem(items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(Math.max(at, 0) - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const onwards = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return onwards.find((item) =>
        item.querySelector('.menu-title')?.textContent?.toLowerCase().startsWith(key.toLowerCase()),
      );
    }
  }
}
