import { type RegisteredRouter, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';

/** A value that doesn't fit counts as not given. */
// oxlint-disable-next-line promise/valid-params -- It is zod's `catch`.
const given = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), () => undefined);

export const text = given(z.string());
const Id = z.coerce.number<string | number>().check(z.int(), z.positive());
export const id = given(Id);
/** A row, or a new one. */
export const record = given(z.union([z.literal('new'), Id]));
/** Unsaved rows of a draft have negative ids. */
const DraftId = z.coerce.number<string | number>().check(z.int());
export const draftId = given(DraftId);
export const draftRecord = given(z.union([z.literal('new'), DraftId]));
export const oneOf = <const Name extends string>(...names: Name[]) => given(z.enum(names));
export const listParams = { search: text, sort: text, order: oneOf('asc', 'desc'), page: id };
export const rules = { ...listParams, edit: record, state: text };
export const days = { range: text, from: text, to: text };
export const statistics = {
  range: text,
  startDate: text,
  endDate: text,
  statsLang: text,
  statsResultObject: text,
  compare: oneOf('on', 'off'),
};
/** A query on a release, with rules turned off. */
export const tried = { q: text, release: text, without: text };
/** On any screen. */
export const everywhere = z.object({
  p: id,
  c: id,
  dialog: oneOf('add-project', 'announcement', 'copy-project', 'item', 'missing'),
  shown: text,
  /** The check before publishing, and the list of what waits. */
  gate: text,
  waiting: id,
});

type Routes = RegisteredRouter['routesByPath'];
export type ScreenPath = Exclude<keyof Routes, '/' | '/$'>;
export type AddressOf<Path extends ScreenPath> = Routes[Path]['types']['fullSearchSchema'];
type NameIn<Of> = Of extends unknown ? keyof Of : never;
type ValueIn<Of, Name> = Of extends unknown ? (Name extends keyof Of ? Of[Name] : never) : never;
/** Filters, page and open dialog, so that links and *Back* keep them. */
export type Address<Path extends ScreenPath = ScreenPath> = {
  readonly [Name in NameIn<AddressOf<Path>>]?: ValueIn<AddressOf<Path>, Name> | undefined;
};
/** Its search was checked: `component={Link}` of Mantine loses the router's types. */
export interface LinkTarget {
  readonly to: ScreenPath;
  readonly search: never;
}

interface ChangeOptions {
  /** Adds no history entry, such as for each letter of a search. */
  readonly isReplacing?: boolean;
}

/** `<Anchor component={Link} {...linkTo('/data/schema', { c: id })}>`. The project stays in the address. */
export const linkTo = <Path extends ScreenPath>(to: Path, search?: AddressOf<Path>): LinkTarget => ({
  to,
  search: (search ?? {}) as never,
});

export const linkHere = (changes: Address) => ({
  to: '.' as const,
  search: ((previous: Address) => ({ ...previous, ...changes })) as never,
});

/** The address of any screen, or of the named one. A change that only removes values adds no history entry: Back reopens no drawer. */
export function useAddress<Path extends ScreenPath = ScreenPath>(): [
  Address<Path>,
  (changes: Address, options?: ChangeOptions) => void,
] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Address, { isReplacing = false }: ChangeOptions = {}) => {
      const isRemoving = Object.values(changes).every((value) => value === undefined);
      void navigate({ ...linkHere(changes), replace: isReplacing || isRemoving, resetScroll: false });
    },
    [navigate],
  );
  return [address as Address<Path>, change];
}

export const parseAddress = (query: string): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(query));

/** Omits undefined and empty values. */
export function writeAddress(address: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address))
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}
