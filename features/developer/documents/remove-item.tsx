import { useQueryClient } from '@tanstack/react-query';
import { call } from '#console-kit/api.ts';
import { useErrorText } from '#console-kit/error-text.ts';
import { useText } from '#console-kit/i18n.ts';
import { refresh } from '#console-kit/queries.ts';
import { toast, undoMs } from '#console-kit/toast.tsx';
import { addAisleDocument, listAisleDocuments, removeAisleDocument } from './aisle-documents.contract.ts';
import { type DocumentRow, listDocuments, readDocument } from './documents.contract.ts';
import { valueText } from './value-text.ts';

/** What shows other items once one has changed. */
export const showingItems = [listAisleDocuments, listDocuments, readDocument];

/** Deletes an item and offers *Undo*. Never throws; a failure is told in a toast. */
export function useRemoveItem(collectionId: number): (row: DocumentRow) => Promise<void> {
  const t = useText();
  const client = useQueryClient();
  const errorText = useErrorText();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      await refresh(client, showingItems);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  };
  const restore = (item_id: string, fields: Record<string, unknown>) =>
    attempt(async () => {
      await call(addAisleDocument, { id: collectionId, item_id, fields });
    });
  return ({ id, fields: shown }) =>
    attempt(async () => {
      const { fields } = await call(removeAisleDocument, { id: collectionId, item_id: id });
      const name = valueText(shown['name'] ?? id);
      const undo = { label: t('Undo'), run: () => void restore(id, fields) };
      toast({ text: t('“{name}” was deleted.', { name }), action: undo, durationMs: undoMs });
    });
}
