import { call } from '#console-kit/api.ts';
import { useDeletion } from '#console-kit/deletion.ts';
import { addPhrase, listPhrases, type Phrase, removePhrase, setPhraseVisibility } from './phrases.contract.ts';

/** Deletes a phrase and offers *Undo*. Never throws. */
export function useRemovePhrase(collectionId: number): (phrase: Phrase) => Promise<void> {
  const remove = useDeletion([listPhrases]);
  const restore = async ({ phrase, boost, is_visible: isVisible }: Phrase) => {
    const { id } = await call(addPhrase, { c: collectionId, phrase, boost });
    if (!isVisible) await call(setPhraseVisibility, { id, is_visible: false });
  };
  return (phrase) =>
    remove(async () => {
      await call(removePhrase, { id: phrase.id });
      return { name: phrase.phrase, restore: () => restore(phrase) };
    });
}
