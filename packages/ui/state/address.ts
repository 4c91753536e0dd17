import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Filters, page and open dialog, so that links and *Back* keep them. */
export type Address = Readonly<Record<string, string>>;
/** Undefined and empty values are removed. */
export type AddressChanges = Readonly<Record<string, string | number | undefined>>;

interface ChangeOptions {
  /** Adds no history entry, such as for each letter of a search. */
  readonly isReplacing?: boolean;
}

/** `<Anchor component={Link} {...linkTo('/data/schema', { c: id })}>`. The project stays in the address. */
export const linkTo = (to: string, address: AddressChanges = {}) => ({ to, search: asSearch(withChanges({}, address)) });

export const linkHere = (changes: AddressChanges) => ({
  to: '.',
  search: asSearch((previous: Address) => withChanges(previous, changes)),
});

/** Routes come from the list of screens, so the router can't type their queries. */
const asSearch = (search: Address | ((previous: Address) => Address)) => search as never;

export type LinkTarget = ReturnType<typeof linkTo>;

export function useAddress(): [Address, (changes: AddressChanges, options?: ChangeOptions) => void] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: AddressChanges, { isReplacing = false }: ChangeOptions = {}) => {
      void navigate({ ...linkHere(changes), replace: isReplacing, resetScroll: false });
    },
    [navigate],
  );
  return [address, change];
}

function withChanges(previous: Address, changes: AddressChanges): Address {
  const next = Object.entries({ ...previous, ...changes }).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(next.map(([name, value]) => [name, String(value)]));
}

export const parseAddress = (query: string): Address => Object.fromEntries(new URLSearchParams(query));

export function writeAddress(address: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (typeof value === 'string') query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
}
