import { Search } from 'lucide-react';
import { useState } from 'react';
import type { PlacedVertex } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';

export interface Match {
  readonly name: GraphName;
  readonly place: PlacedVertex;
}

/** Marks what it finds; Enter goes from one to the next. */
export function Find(props: {
  value: string;
  onChange: (text: string) => void;
  matches: readonly Match[];
  onGo: (match: Match) => void;
}) {
  const { value, onChange, matches, onGo } = props;
  const [at, setAt] = useState(-1);
  const go = (by: number) => {
    if (matches.length === 0) return;
    const next = (at + by + matches.length) % matches.length;
    setAt(next);
    const match = matches[next];
    if (match !== undefined) onGo(match);
  };
  return (
    <search className="search">
      <Search size={13} aria-hidden="true" />
      <input
        type="search"
        placeholder="Find"
        aria-label="Find vertices by number or text"
        value={value}
        onChange={(event) => {
          setAt(-1);
          onChange(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          go(event.shiftKey ? -1 : 1);
          event.preventDefault();
        }}
      />
      {value.trim() !== '' && (
        <small role="status">{at >= 0 ? `${at + 1}/${matches.length}` : matches.length}</small>
      )}
    </search>
  );
}
