import { useQueryClient } from '@tanstack/react-query';
import { call } from '#console-kit/api.ts';
import { useErrorText } from '#console-kit/error-text.ts';
import { useText } from '#console-kit/i18n.ts';
import { refresh } from '#console-kit/queries.ts';
import { toast, undoMs } from '#console-kit/toast.tsx';
import { addPhrase, listPhrases, type Phrase, removePhrase, setPhraseVisibility } from './phrases.contract.ts';

/** Deletes a phrase and offers *Undo*. Never throws; a failure is told in a toast. */
export function useRemovePhrase(collectionId: number): (phrase: Phrase) => Promise<void> {
  const t = useText();
  const client = useQueryClient();
  const errorText = useErrorText();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      await refresh(client, [listPhrases]);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  };
  const restore = ({ phrase, boost, is_visible: isVisible }: Phrase) =>
    attempt(async () => {
      const { id } = await call(addPhrase, { c: collectionId, phrase, boost });
      if (!isVisible) await call(setPhraseVisibility, { id, is_visible: false });
    });
  return (phrase) =>
    attempt(async () => {
      await call(removePhrase, { id: phrase.id });
      const undo = { label: t('Undo'), run: () => void restore(phrase) };
      toast({ text: t('“{name}” was deleted.', { name: phrase.phrase }), action: undo, durationMs: undoMs });
    });
}
