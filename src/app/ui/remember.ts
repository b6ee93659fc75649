import { useState } from 'react';

/** State of a view that this browser keeps between visits, if it keeps anything. Stored data that cannot be read is ignored. */
export function useRemembered<T>(key: string, initial: T, isValid: (value: unknown) => value is T) {
  const name = `backsweep.${key}`;
  const [value, setValue] = useState<T>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
      return isValid(kept) ? kept : initial;
    } catch {
      return initial;
    }
  });
  const remember = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // The choice holds for this visit.
    }
  };
  return [value, remember] as const;
}
