import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readCookie, writeCookie } from '#ui/state/cookie.ts';

const cookieName = 'aside';
/** Below 1,100 px the wide menu would take a fifth of the window. */
const small = '(max-width: 68.74em)';

interface AsideState {
  readonly isCollapsed: boolean;
  readonly isOver: boolean;
  readonly toggle: () => void;
  readonly settle: () => void;
}

export function useAsideState(): AsideState {
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false });
  const [isCollapsed, setIsCollapsed] = useState(() => readCookie(cookieName) === 'collapsed');
  const [isOpenOver, setIsOpenOver] = useState(false);
  if (isSmall) {
    return {
      isCollapsed: !isOpenOver,
      isOver: isOpenOver,
      toggle: () => setIsOpenOver(!isOpenOver),
      settle: () => setIsOpenOver(false),
    };
  }
  const toggle = () => {
    writeCookie(cookieName, isCollapsed ? 'open' : 'collapsed');
    setIsCollapsed(!isCollapsed);
  };
  return { isCollapsed, isOver: false, toggle, settle: () => {} };
}
