import type { Store } from '../state';
import { type ArrangementId, isArrangement } from '../view/arrangements';
import type { Theme } from '../view/view';
import { keepLessons } from './lessons';

const THEME = 'backsweep.theme';
const ARRANGEMENT = 'backsweep.arrangement';
const PRESENTING = 'backsweep.presenting';
const TOUR = 'backsweep.tour';

export function savedTheme(): Theme {
  try {
    const theme = localStorage.getItem(THEME);
    return theme === 'light' || theme === 'dark' || theme === 'projector' ? theme : 'system';
  } catch {
    return 'system';
  }
}

/** public/theme.js sets the same attribute before the first paint. */
export function keepTheme({ subscribe }: Store): void {
  subscribe(
    ({ theme }) => theme,
    (theme) => {
      document.documentElement.dataset.theme = theme;
      try {
        localStorage.setItem(THEME, theme);
      } catch {
        // The choice holds for this visit.
      }
    },
    { fireImmediately: true },
  );
}

export function savedArrangement(): ArrangementId {
  try {
    const saved = localStorage.getItem(ARRANGEMENT);
    return isArrangement(saved) ? saved : 'read';
  } catch {
    return 'read';
  }
}

/** It survives a reload; another tab begins as usual. */
export function wasPresenting(): boolean {
  try {
    return sessionStorage.getItem(PRESENTING) === 'true';
  } catch {
    return false;
  }
}

/** Where nothing can be kept, the tour would start on every visit, so it never does. */
export function wasToured(): boolean {
  try {
    return localStorage.getItem(TOUR) !== null;
  } catch {
    return true;
  }
}

export function keepFrame({ subscribe }: Store): void {
  const keep = (put: () => void) => {
    try {
      put();
    } catch {
      // It holds for this visit.
    }
  };
  subscribe(
    ({ arrangement }) => arrangement,
    (arrangement) => keep(() => localStorage.setItem(ARRANGEMENT, arrangement)),
  );
  subscribe(
    ({ tour }) => tour === null,
    (isOver) => isOver && keep(() => localStorage.setItem(TOUR, 'seen')),
  );
  subscribe(
    ({ presenting }) => presenting,
    (presenting) => {
      // Set before anything is laid out in type of that size.
      document.documentElement.toggleAttribute('data-presenting', presenting);
      keep(() => sessionStorage.setItem(PRESENTING, String(presenting)));
    },
    { fireImmediately: true },
  );
  subscribe(
    ({ ownLessons, progress }) => ({ ownLessons, progress }),
    ({ ownLessons, progress }) => keepLessons(ownLessons, progress),
    { equalityFn: (a, b) => a.ownLessons === b.ownLessons && a.progress === b.progress },
  );
}
