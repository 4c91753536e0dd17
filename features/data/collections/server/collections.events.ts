import { eventKind } from '#server/events.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { DeletedAlong } from '#features/data/collections/collections.contract.ts';

/** The items of a collection can't be read any more. Who can bring them again does. */
export const itemsLost = eventKind<{ readonly project: ProjectScope; readonly collectionId: number }>('itemsLost');

interface AskedLosses {
  readonly project: ProjectScope;
  readonly collectionId: number;
  /** Begins with zeros. */
  readonly losses: DeletedAlong;
}

/** Somebody is about to delete a collection. Who keeps what no feed brings back writes into `losses` how much of it would be lost. */
export const lossesAsked = eventKind<AskedLosses>('lossesAsked');
