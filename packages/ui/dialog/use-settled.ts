import { useEffect, useState } from 'react';

const doubleClickMs = 500;

/** Ignores the second click of the double click that opened it. */
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
