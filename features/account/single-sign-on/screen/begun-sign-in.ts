import { readStored, writeStored } from '#ui/state/stored.ts';

interface BegunSignIn {
  readonly ticket: string;
  /** Where the person wanted to go. */
  readonly returnTo: string;
}

/** Tickets have no spaces. */
const separator = ' ';

/** In the tab alone: no other page, and nobody who is led here by a link, has its ticket. */
export const keepSignIn = ({ ticket, returnTo }: BegunSignIn): void =>
  writeStored('providerSignIn', ticket + separator + returnTo, 'tab');

/** Once; null where this tab has begun none. */
export function takeSignIn(): BegunSignIn | null {
  const kept = readStored('providerSignIn', 'tab');
  if (kept === null) return null;
  writeStored('providerSignIn', null, 'tab');
  const at = kept.indexOf(separator);
  return { ticket: kept.slice(0, at), returnTo: kept.slice(at + 1) };
}
