import { eventKind } from '#server/base/events.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { DeletedAlong } from '#features/data/collections/collections.contract.ts';

/** The items can't be read any more. Listeners import them again. */
export const itemsLost = eventKind<{ readonly project: ProjectScope; readonly collectionId: number }>('itemsLost');

interface AskedLosses {
  readonly project: ProjectScope;
  readonly collectionId: number;
  readonly losses: DeletedAlong;
}

/** Sent before a collection is deleted. Listeners add to `losses` what can't be restored. */
export const lossesAsked = eventKind<AskedLosses>('lossesAsked');
