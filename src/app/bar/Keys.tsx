import { lazy, Suspense, useEffect, useState } from 'react';

const KeyList = lazy(async () => ({ default: (await import('./KeyList')).KeyList }));

/** All keys, on `?` or at a press. */
export function Keys() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, .monaco-editor') !== null)
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        All keys (?)
      </button>
      <Suspense fallback={null}>{open && <KeyList onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
