import { call } from '#console-kit/calls/api.ts';
import { useDeletion } from '#console-kit/crud/deletion.ts';
import {
  addAisleDocument,
  listAisleDocuments,
  removeAisleDocument,
} from '#features/developer/documents/aisle-documents.contract.ts';
import { type DocumentRow, listDocuments, readDocument } from '#features/developer/documents/documents.contract.ts';
import { valueText } from './value-text.ts';

export const showingItems = [listAisleDocuments, listDocuments, readDocument];

/** Deletes an item and offers *Undo*. Never throws. */
export function useRemoveItem(collectionId: number): (row: DocumentRow) => Promise<void> {
  const remove = useDeletion(showingItems);
  return ({ id, fields: shown }) =>
    remove(async () => {
      const { fields } = await call(removeAisleDocument, { id: collectionId, item_id: id });
      const restore = () => call(addAisleDocument, { id: collectionId, item_id: id, fields });
      return { name: valueText(shown['name'] ?? id), restore };
    });
}
