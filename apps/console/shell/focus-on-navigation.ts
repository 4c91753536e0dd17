import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * After another screen is shown, the focus stands at its beginning, so that screen readers and the keyboard start there; or where the
 * screen itself has put it.
 */
export function useFocusOnNavigation(onNavigated: () => void): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (path === shownPath.current) return;
    const isFirst = shownPath.current === undefined;
    shownPath.current = path;
    onNavigated();
    if (!isFirst && main.current?.contains(document.activeElement) === false) main.current.focus({ preventScroll: true });
  }, [path, onNavigated]);
  return main;
}
