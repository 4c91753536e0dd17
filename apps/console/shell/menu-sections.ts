import { useState } from 'react';
import { readStored, writeStored } from '#console-kit/state/stored.ts';

type Chosen = Readonly<Record<string, boolean>>;

/** Which sections the person opened and closed. The browser keeps it, but for the drawer of a phone, which starts anew each time. */
export function useChosenSections(isForgotten: boolean): [Chosen, (name: string, isOpen: boolean) => void] {
  const [chosen, setChosen] = useState<Chosen>(() => (isForgotten ? {} : stored()));
  const choose = (name: string, isOpen: boolean) => {
    const next = { ...chosen, [name]: isOpen };
    if (!isForgotten) writeStored('menu', JSON.stringify(next));
    setChosen(next);
  };
  return [chosen, choose];
}

function stored(): Chosen {
  try {
    return JSON.parse(readStored('menu') ?? '{}') as Chosen;
  } catch {
    return {};
  }
}
