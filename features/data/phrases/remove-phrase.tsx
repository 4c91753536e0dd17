import { call } from '#console-kit/calls/api.ts';
import { useDeletion } from '#console-kit/list/deletion.ts';
import { listPhrases, type Phrase, phrases, removePhrase } from './phrases.contract.ts';

/** Deletes a phrase and offers *Undo*. Never throws. */
export function useRemovePhrase(): (phrase: Phrase) => Promise<void> {
  const remove = useDeletion([listPhrases]);
  return (phrase) =>
    remove(async () => {
      await call(removePhrase, { id: phrase.id });
      return { name: phrase.phrase, restore: () => call(phrases.restore, { ids: [phrase.id] }) };
    });
}
