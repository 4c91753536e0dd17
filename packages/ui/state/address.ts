import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The query of the address: filters, page and open dialog live there, so that they can be shared and gone back to. */
export type Address = Readonly<Record<string, string>>;
/** Undefined and empty values leave the address. */
export type AddressChanges = Readonly<Record<string, string | number | undefined>>;

interface ChangeOptions {
  /** Replaces the history's entry, for what nobody wants to go back through, such as letters of a search. */
  readonly isReplacing?: boolean;
}

/**
 * Where a link or a navigation leads: `<Anchor component={Link} {...linkTo('/data/schema', { c: id })}>`. The project stays as it is. The
 * router knows the types of routes that are written one by one; ours are made of the list of screens, so only this place tells it to trust us.
 */
export const linkTo = (to: string, address: AddressChanges = {}) => ({ to, search: withChanges({}, address) as never });

export type LinkTarget = ReturnType<typeof linkTo>;

export function useAddress(): [Address, (changes: AddressChanges, options?: ChangeOptions) => void] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: AddressChanges, { isReplacing = false }: ChangeOptions = {}) => {
      const search = (previous: Address) => withChanges(previous, changes);
      void navigate({ to: '.', search: search as never, replace: isReplacing, resetScroll: false });
    },
    [navigate],
  );
  return [address, change];
}

function withChanges(previous: Address, changes: AddressChanges): Address {
  const next = Object.entries({ ...previous, ...changes }).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(next.map(([name, value]) => [name, String(value)]));
}

/** The router's way to read a query: plain text values, nothing guessed. */
export const parseAddress = (query: string): Address => Object.fromEntries(new URLSearchParams(query));

/** The way back, with a leading question mark unless empty. */
export function writeAddress(address: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (typeof value === 'string') query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
}
