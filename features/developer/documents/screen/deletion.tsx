import { useQueryClient } from '@tanstack/react-query';
import { t } from '#ui/text/i18n.ts';
import { refresh } from '#ui/calls/queries.ts';
import { orToast, toast, undoMs } from '#ui/calls/toast.ts';

export interface Deleted {
  readonly name: string;
  readonly restore: () => Promise<unknown>;
}

/** Deletes something that the calls of `showing` list, and offers *Undo*. Never throws; a failure is told in a toast. */
export function useDeletion(showing: Parameters<typeof refresh>[1]): (remove: () => Promise<Deleted>) => Promise<void> {
  const client = useQueryClient();
  const attempt = (work: () => Promise<void>) =>
    orToast(async () => {
      await work();
      await refresh(client, showing);
    });
  return (remove) =>
    attempt(async () => {
      const { name, restore } = await remove();
      const run = () => void attempt(async () => void (await restore()));
      toast({ text: t('“{name}” was deleted.', { name }), action: { label: t('Undo'), run }, durationMs: undoMs });
    });
}
