import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import type { ResultKind } from '#features/developer/result-settings/result-fields.contract.ts';

interface ShopCall {
  readonly origin: string;
  readonly token: string;
  readonly collectionId: number;
  readonly asked: string;
}

const shopCalls = {
  autocomplete: { path: frontAutocomplete.path, asks: 'q' },
  search: { path: frontSearch.path, asks: 'q' },
  catalog: { path: frontCatalog.path, asks: 'path' },
} as const satisfies Readonly<Record<ResultKind, unknown>>;

/** In quotes of a shell: one in the text ends them, stands by itself, and begins others. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function shopCommand(kind: ResultKind, { origin, token, collectionId, asked }: ShopCall): string {
  const { path, asks } = shopCalls[kind];
  const url = new URL(path, origin);
  url.searchParams.set(asks, asked);
  if (kind !== 'autocomplete') url.searchParams.set('collection', String(collectionId));
  url.searchParams.set('token', token);
  return `curl ${quoted(url.href)}`;
}
