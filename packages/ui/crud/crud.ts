// May import: `collection`, `files`, `list` and the floors below.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnyCrud, ItemInputOf, ItemOf } from '#contract/crud.ts';
import type { RowState } from '#contract/rows/rule-fields.ts';
import { timedStateOf, type Validity } from '#contract/rows/rule-state.ts';
import type { LeftOutRules } from '#contract/rows/left-out-rules.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Address, useAddress } from '#ui/state/address.ts';
import { call } from '#ui/calls/api.ts';
import { t } from '#ui/text/i18n.ts';
import { allIds, allRows } from './all-rows.ts';
import { useList, type List } from '#ui/list/list.ts';
import type { UsualSort } from '#ui/list/list-address.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { Withdrawn } from '#ui/form/record-form.ts';
import { orToast, toast, undoMs } from '#ui/calls/toast.ts';
import { useSelection, type Selection } from '#ui/list/selection.ts';

interface Kept {
  readonly id: number;
  readonly updated_at: number;
  readonly is_active?: boolean;
  readonly state?: RowState;
}

/** Rows as they are about to be, and without which ones. Answers whether to go on. */
export type RowGate<C extends AnyCrud> = (change: {
  readonly put?: readonly (ItemInputOf<C> & { readonly id?: number })[];
  readonly without?: readonly number[];
}) => Promise<boolean>;

interface CrudOptions<C extends AnyCrud> {
  /** What people call the row, where it is deleted, chosen or told about. */
  readonly nameOf: (item: ItemOf<C>) => string;
  readonly added?: ((item: ItemOf<C>) => string) | undefined;
  /** The collection of the rows, where they belong to one. */
  readonly scope?: { readonly c: number } | undefined;
  /** How the list is sorted where the address doesn't say. */
  readonly usualSort?: UsualSort | undefined;
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[] | undefined;
  readonly gate?: RowGate<C> | undefined;
}

/** The record that the address names: `?edit=3`, `?edit=new`. */
export interface OpenRecord<Item> {
  /** `new`, an id, or undefined while nothing is open. */
  readonly key: string | undefined;
  readonly item: Item | undefined;
  readonly error: unknown;
}

export interface CrudState<C extends AnyCrud> extends Pick<CrudOptions<C>, 'nameOf' | 'scope'> {
  readonly endpoints: C;
  readonly list: List<ItemOf<C>>;
  /** Rules of the list that searches do without. */
  readonly leftOut: LeftOutRules | undefined;
  readonly selection: Selection;
  readonly opened: OpenRecord<ItemOf<C>>;
  /** What the link to a new record fills in, by its fields: `?edit=new&term=fridge`. */
  readonly proposed: Address;
  readonly open: (item: ItemOf<C> | 'new') => void;
  readonly close: () => void;
  readonly renew: () => Promise<void>;
  /** Creates the opened record, or changes the version that somebody began from. Throws what the server refuses, for the form to show. */
  readonly save: (input: ItemInputOf<C>, from?: ItemOf<C>) => Promise<void>;
  /** Chooses all rows that the search and the filters leave, of every page. Never throws; a failure is told in a toast. */
  readonly chooseAll: () => Promise<void>;
  /** Deletes rows and offers *Undo*, which brings them back to their places. Never throws; a failure is told in a toast. */
  readonly remove: (ids: readonly number[], name?: string) => Promise<void>;
  readonly keep: (ids: readonly number[]) => Promise<void>;
  readonly setActive: (ids: readonly number[], isActive: boolean) => Promise<void>;
}

/** Everything a page of `crud()` endpoints needs: the list, the open record, the chosen rows and what can be done with them. */
export function useCrud<C extends AnyCrud>(endpoints: C, options: CrudOptions<C>): CrudState<C> {
  const { scope, usualSort } = options;
  const { answer, ...list } = useList(endpoints.list, (scope ?? {}) as never, usualSort, endpoints.filters);
  return { ...useCrudOf(endpoints, list as List<ItemOf<C>>, options), leftOut: answer?.left_out };
}

/** The same for rows that somebody else lists, such as those that concern one query. */
export function useCrudOf<C extends AnyCrud>(
  endpoints: C,
  list: List<ItemOf<C>>,
  { nameOf, added, scope, refreshes = [], gate }: Omit<CrudOptions<C>, 'usualSort'>,
): CrudState<C> {
  const [address, change] = useAddress();
  const client = useQueryClient();
  const selection = useSelection((list.rows ?? []).map(idOf));
  const key = address['edit'];
  const fieldNames = Object.keys(endpoints.input.shape as object);
  const opened = useOpened(endpoints, key, list);
  const renew = () => refresh(client, [endpoints.list, endpoints.read, ...refreshes]);

  const save = async (input: ItemInputOf<C>, from?: ItemOf<C>) => {
    if (gate && !(await gate({ put: [from === undefined ? input : { ...input, id: idOf(from) }] }))) throw new Withdrawn();
    const item: unknown =
      from === undefined
        ? await call(endpoints.create, { ...input, ...scope } as never)
        : await call(endpoints.update, { ...input, id: idOf(from), updated_at: (from as Kept).updated_at } as never);
    await renew();
    const acts = endpoints.isRule && timedStateOf(item as Validity, Date.now()) === 'on';
    const saved = acts ? t('Saved. Live now.') : t('Saved.');
    toast({ text: from === undefined && added ? added(item as ItemOf<C>) : saved });
  };

  const attempt = (work: () => Promise<void>) =>
    orToast(async () => {
      await work();
      await renew();
    });

  /** Chosen rows may stand on other pages than the one that is shown. */
  const chosen = async (ids: readonly number[]) => {
    const among = (rows: readonly ItemOf<C>[]) => rows.filter((row) => ids.includes(idOf(row)));
    const shown = among(list.rows ?? []);
    return shown.length === ids.length ? shown : among(await allRows({ endpoints, scope, list }));
  };

  const remove = (ids: readonly number[], name?: string) =>
    attempt(async () => {
      if (gate && !(await gate({ without: ids }))) return;
      if (ids.length === 1) await call(endpoints.remove, { id: ids[0] } as never);
      else await call(endpoints.removeMany, { ids } as never);
      selection.clear();
      const restore = () => attempt(async () => void (await call(endpoints.restore, { ids } as never)));
      toast({
        text: name === undefined ? t('{count} rows were deleted.', { count: ids.length }) : t('“{name}” was deleted.', { name }),
        action: { label: t('Undo'), run: () => void restore() },
        durationMs: undoMs,
      });
    });

  return {
    endpoints,
    scope,
    nameOf,
    list,
    leftOut: undefined,
    selection,
    opened,
    proposed: key === 'new' ? address : {},
    open: (item) => change({ edit: item === 'new' ? 'new' : idOf(item) }),
    // Nobody wants to go back to a form that they have saved or left.
    close: () =>
      change(
        { edit: undefined, ...(key === 'new' && Object.fromEntries(fieldNames.map((name) => [name, undefined]))) },
        { isReplacing: true },
      ),
    renew,
    save,
    chooseAll: () =>
      orToast(async () => {
        selection.chooseAll(await allIds({ endpoints, scope, list }));
      }),
    remove,
    keep: (ids) =>
      attempt(async () => {
        await call(endpoints.restore, { ids } as never);
        toast({ text: t('It stays.') });
      }),
    setActive: (ids, isActive) =>
      attempt(async () => {
        const put = async () =>
          (await chosen(ids)).map((row) => ({ ...inputOf(endpoints, row), id: idOf(row), is_active: true }));
        if (!gate || (await gate(isActive ? { put: await put() } : { without: ids })))
          await call(endpoints.setActive, { ids, is_active: isActive } as never);
      }),
  };
}

/** What is sent to have a row as it is: its fields without what the server adds. */
export function inputOf<C extends AnyCrud>(endpoints: C, item: ItemOf<C>): ItemInputOf<C> {
  const fields = item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(endpoints.input.shape as object).map((name) => [name, fields[name]])) as ItemInputOf<C>;
}

/** From the list when it is there, otherwise asked for by its id. */
function useOpened<C extends AnyCrud>(endpoints: C, key: string | undefined, list: List<ItemOf<C>>): OpenRecord<ItemOf<C>> {
  const id = Number(key);
  const listed = list.rows?.find((item) => idOf(item) === id);
  const isNeeded = Number.isInteger(id) && !listed;
  const { data, error } = useQuery({ ...query(endpoints.read, { id } as never), enabled: isNeeded });
  return { key, item: listed ?? (isNeeded ? (data as ItemOf<C> | undefined) : undefined), error: isNeeded ? error : null };
}

export const idOf = (item: unknown): number => (item as Kept).id;
export const isOff = (item: unknown): boolean => (item as Kept).is_active === false;
/** Deleted, and live until midnight. */
export const isLeaving = (item: unknown): boolean => (item as Kept).state === 'leaving';
