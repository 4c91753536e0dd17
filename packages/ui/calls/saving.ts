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
