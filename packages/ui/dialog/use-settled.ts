import { useEffect, useState } from 'react';

/** The longest time between the two clicks of a double click, as systems have it. */
const doubleClickMs = 500;

/** Whether something has been open for long enough that a click beside it is meant for it, and not the second one of what opened it. */
export function useSettled(isOpen: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setSettled(true), doubleClickMs);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [isOpen]);
  return isOpen && isSettled;
}
