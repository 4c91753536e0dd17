import { createStore, useStore } from '#ui/state/store.ts';
import { t } from '#ui/text/i18n.ts';

const isOff = createStore(false);

export function noteSaving(header: string | null): void {
  if (isOff.get() !== (header === 'off')) isOff.set(header === 'off');
}

/** Undefined while the server can save. */
export function useSavingBlock(): string | undefined {
  const isBlocked = useStore(isOff);
  return isBlocked ? t('The server’s disk is full. Nothing can be saved; search works.') : undefined;
}

/** Thrown by `save` when the person cancels: the form stays as it is, without an error. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}
