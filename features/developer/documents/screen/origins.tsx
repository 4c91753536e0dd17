import { msg } from '#console-kit/text/i18n.ts';
import type { AisleDocument } from '#features/developer/documents/aisle-documents.contract.ts';

/** Who brought an item. */
export const originTexts = {
  api: msg('Item API'),
  user: msg('By hand'),
  feed: msg('Feed'),
} as const satisfies Record<AisleDocument['origin'], string>;
