import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '#console-kit/text/error-text.ts';
import { t } from '#console-kit/text/i18n.ts';
import { refresh } from '#console-kit/calls/queries.ts';
import { toast, undoMs } from '#console-kit/dialog/toast.tsx';

export interface Deleted {
  readonly name: string;
  readonly restore: () => Promise<unknown>;
}

/** Deletes something that the calls of `showing` list, and offers *Undo*. Never throws; a failure is told in a toast. */
export function useDeletion(showing: Parameters<typeof refresh>[1]): (remove: () => Promise<Deleted>) => Promise<void> {
  const client = useQueryClient();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      await refresh(client, showing);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  };
  return (remove) =>
    attempt(async () => {
      const { name, restore } = await remove();
      const run = () => void attempt(async () => void (await restore()));
      toast({ text: t('“{name}” was deleted.', { name }), action: { label: t('Undo'), run }, durationMs: undoMs });
    });
}
