import { readStored, writeStored } from '#ui/state/stored.ts';

interface BegunSignIn {
  readonly ticket: string;
  readonly returnTo: string;
}

const separator = ' ';

/** In session storage, so that no other tab or link has the ticket. */
export const keepSignIn = ({ ticket, returnTo }: BegunSignIn): void =>
  writeStored('providerSignIn', ticket + separator + returnTo, 'tab');

export function takeSignIn(): BegunSignIn | null {
  const kept = readStored('providerSignIn', 'tab');
  if (kept === null) return null;
  writeStored('providerSignIn', null, 'tab');
  const at = kept.indexOf(separator);
  return { ticket: kept.slice(0, at), returnTo: kept.slice(at + 1) };
}
