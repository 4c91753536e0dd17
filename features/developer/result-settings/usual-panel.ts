import type { LayoutColumn } from './result-fields.contract.ts';
import { itemsOfOtherCollections, usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';

/** What stands under a search box where nobody said anything: phrases, then what each collection finds. */
export const usualPanel = (collections: readonly { readonly id: number; readonly nameField: string }[]): LayoutColumn[] => [
  { kind: 'phrases', collection_id: null, field: '', title: '', limit: usualSuggestions },
  ...collections.map(({ id, nameField }, at): LayoutColumn => ({
    kind: 'items',
    collection_id: id,
    field: nameField,
    title: '',
    limit: at === 0 ? usualSuggestions : itemsOfOtherCollections,
  })),
];
