import type { ProjectScope } from '#server/db/row-scope.ts';
import { eventKind } from '#server/base/events.ts';

interface OfCollection {
  readonly project: ProjectScope;
  readonly collectionId: number;
}

/** For good, or twice in a row. */
export const embeddingFailed = eventKind<OfCollection & { readonly collection: string }>('embeddingFailed');
/** It succeeded, was turned off, or the collection was deleted. */
export const embeddingSettled = eventKind<OfCollection>('embeddingSettled');
