import { useState } from 'react';
import { readCookie, writeCookie } from '#console-kit/cookie.ts';

const cookieName = 'aside';

/** Whether the aside is collapsed to its icons. A cookie keeps it. */
export function useAsideState(): [boolean, () => void] {
  const [isCollapsed, setIsCollapsed] = useState(() => readCookie(cookieName) === 'collapsed');
  const toggle = () => {
    writeCookie(cookieName, isCollapsed ? 'open' : 'collapsed');
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}
