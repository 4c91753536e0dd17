import { useEffect, useRef, type RefObject } from 'react';

interface RowKeys {
  readonly press: (place: number, key: string, isShift: boolean) => boolean;
}

/** Arrow keys move between rows; the other keys are the table's. */
export function useRowKeys({ press }: RowKeys): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const pressed = useRef(press);
  useEffect(() => {
    pressed.current = press;
  });
  useEffect(() => {
    const section = body.current;
    if (!section) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const row = target.closest('tr');
      if (!row || target.closest('input, textarea, select, [role="menu"], [role="alertdialog"]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...section.rows].filter((one) => !one.hasAttribute('data-line'));
      const place = rows.indexOf(row);
      const next = event.key === 'ArrowDown' ? rows[place + 1] : event.key === 'ArrowUp' ? rows[place - 1] : undefined;
      if (next) nameOf(next)?.focus();
      if (next || (isFree(target, event.key) && pressed.current(place, event.key, event.shiftKey))) event.preventDefault();
    };
    section.addEventListener('keydown', onKey);
    return () => section.removeEventListener('keydown', onKey);
  });
  return body;
}

const nameOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('[data-row-name]') ?? row.querySelector<HTMLElement>('button, a');

const isFree = (target: HTMLElement, key: string): boolean => key !== ' ' || target.closest('button') === null;
