import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CopyPlus, Pencil, Power, PowerOff, Trash2, Undo2 } from 'lucide-react';
import type { AnyCrud, ItemInputOf, ItemOf } from '#contract/crud.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { maximumPageSize } from '#contract/page.ts';
import { type RowState, timedStateOf, type Validity } from '#contract/rows/rule-fields.ts';
import { call } from '#ui/calls/api.ts';
import { query, refresh, useIsActing } from '#ui/calls/queries.ts';
import { orToast, toast } from '#ui/calls/toast.ts';
import { Withdrawn } from '#ui/calls/saving.ts';
import { type UsualSort, useList, type List } from '#ui/list/list.ts';
import { useSelection, type Selection } from '#ui/list/selection.ts';
import { type Address, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { type LiveMoment, savedText } from '#ui/page/goes-live.ts';

// May import: `collection`, `files`, `list` and the floors below.

interface StoredRow {
  readonly id: number;
  readonly updated_at: number;
  readonly is_active?: boolean;
  readonly state?: RowState;
}

/** Asks before rows change. Resolves to whether to go on. */
export type RowGate<C extends AnyCrud> = (change: {
  readonly put?: readonly (ItemInputOf<C> & { readonly id?: number })[];
  readonly without?: readonly number[];
}) => Promise<boolean>;

interface CrudOptions<C extends AnyCrud> {
  readonly nameOf: (item: ItemOf<C>) => string;
  /** The toast after adding a row; `Saved.` by default. */
  readonly added?: ((item: ItemOf<C>) => string) | undefined;
  readonly scope?: { readonly c: number } | undefined;
  readonly usualSort?: UsualSort | undefined;
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[] | undefined;
  readonly gate?: RowGate<C> | undefined;
}

/** The record in the address: `?edit=3`, `?edit=new`. */
interface OpenRecord<Item> {
  readonly key: string | number | undefined;
  readonly item: Item | undefined;
  readonly error: unknown;
  /** A switch of a row is being saved, or the list is asked again after it: `item` may be older than what is stored. */
  readonly isActing: boolean;
}

export interface CrudState<C extends AnyCrud> extends Pick<CrudOptions<C>, 'nameOf' | 'scope'> {
  readonly endpoints: C;
  readonly list: List<ItemOf<C>>;
  readonly selection: Selection;
  readonly opened: OpenRecord<ItemOf<C>>;
  /** Fields that a link fills in: `?edit=new&term=fridge`. */
  readonly proposed: Address;
  readonly open: (item: ItemOf<C> | 'new') => void;
  readonly close: () => void;
  readonly renew: () => Promise<void>;
  /** Throws what the server refuses, for the form to show. */
  readonly save: (input: ItemInputOf<C>, from?: ItemOf<C>) => Promise<void>;
  /** All pages of the current search and filters. */
  readonly allIds: () => Promise<readonly number[]>;
  // The rest never throw: a failure is a toast.
  readonly chooseAll: () => Promise<void>;
  readonly remove: (ids: readonly number[], name?: string) => Promise<void>;
  readonly keep: (ids: readonly number[]) => Promise<void>;
  readonly setActive: (ids: readonly number[], isActive: boolean) => Promise<void>;
}

/** List, open record, selection and actions of a `crud()`. */
export function useCrud<C extends AnyCrud>(endpoints: C, options: CrudOptions<C>): CrudState<C> {
  const calls: AnyCrud = endpoints;
  const list = useList(calls.list, options.scope ?? {}, options.usualSort, calls.filters);
  return useCrudOf(endpoints, list as List<ItemOf<C>>, options);
}

/** The same for rows that the caller lists. */
export function useCrudOf<C extends AnyCrud>(
  endpoints: C,
  list: List<ItemOf<C>>,
  { nameOf, added, scope, refreshes = [], gate }: Omit<CrudOptions<C>, 'usualSort'>,
): CrudState<C> {
  const calls: AnyCrud = endpoints;
  const [address, change] = useAddress();
  const client = useQueryClient();
  const selection = useSelection((list.rows ?? []).map(idOf));
  const key = address['edit'];
  const opened = useOpened(endpoints, key, list);
  const renew = () => refresh(client, [calls.list, calls.read, ...refreshes]);
  const attempt = (work: () => Promise<unknown>) =>
    orToast(async () => {
      await work();
      await renew();
    });

  const allRows = async () => {
    const { search, filters } = list;
    const pageOf = (page: number) =>
      call(calls.list, { ...scope, ...filters, search, order: 'asc', page, per_page: maximumPageSize });
    const first = await pageOf(1);
    const rows: unknown[] = [...first.items];
    for (let page = 2; page <= first.total_pages; page += 1) rows.push(...(await pageOf(page)).items);
    return rows as ItemOf<C>[];
  };
  const allIds = async () => (await allRows()).map(idOf);

  const save = async (input: ItemInputOf<C>, from?: ItemOf<C>) => {
    const before = from as StoredRow | undefined;
    if (gate && !(await gate({ put: [before ? { ...input, id: before.id } : input] }))) throw new Withdrawn();
    const item: unknown = before
      ? await call(calls.update, { ...input, id: before.id, updated_at: before.updated_at })
      : await call(calls.create, { ...input, ...scope });
    await renew();
    const { id, updated_at } = item as StoredRow;
    const undo = () =>
      void attempt(() =>
        before ? call(calls.update, { ...inputOf(endpoints, from!), id, updated_at }) : call(calls.remove, { id }),
      );
    const isLive = calls.isRule && timedStateOf(item as Validity, Date.now()) === 'on';
    const text = !before && added ? added(item as ItemOf<C>) : isLive ? savedText('atOnce') : t('Saved.');
    toast({ text, ...(calls.isRule && { undo }) });
  };

  const remove = (ids: readonly number[], name?: string) =>
    attempt(async () => {
      if (gate && !(await gate({ without: ids }))) return;
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) await call(calls.remove, { id });
      else await call(calls.removeMany, { ids: [...ids] });
      selection.clear();
      const restore = () => void attempt(() => call(calls.restore, { ids: [...ids] }));
      toast({
        text: name === undefined ? t('{count} rows were deleted.', { count: ids.length }) : t('“{name}” was deleted.', { name }),
        undo: restore,
      });
    });

  const setActive = (ids: readonly number[], isActive: boolean) =>
    attempt(async () => {
      if (gate) {
        const rows = isActive ? (await allRows()).filter((row) => ids.includes(idOf(row))) : [];
        const put = rows.map((row) => ({ ...inputOf(endpoints, row), id: idOf(row), is_active: true }));
        if (!(await gate(isActive ? { put } : { without: ids }))) return;
      }
      const { ids: turned } = await call(calls.setActive, { ids: [...ids], is_active: isActive });
      const [id] = turned;
      if (id === undefined) return;
      const row = (list.rows ?? []).find((one) => idOf(one) === id);
      const name = turned.length === 1 && row ? nameOf(row) : undefined;
      const text = isActive ? turnedOnText(name, turned.length) : turnedOffText(name, turned.length);
      const undo = () => void attempt(() => call(calls.setActive, { ids: turned, is_active: !isActive }));
      toast({ text, undo });
    });

  const proposable = Object.fromEntries(fieldsOf(endpoints).map((name) => [name, undefined]));
  return {
    endpoints,
    scope,
    nameOf,
    list,
    selection,
    opened,
    proposed: key === 'new' ? address : {},
    open: (item) => change({ edit: item === 'new' ? 'new' : idOf(item) }),
    close: () => change({ edit: undefined, ...(key === 'new' && proposable) }),
    renew,
    save,
    allIds,
    chooseAll: () => orToast(async () => selection.chooseAll(await allIds())),
    remove,
    keep: (ids) =>
      attempt(async () => {
        await call(calls.restore, { ids: [...ids] });
        toast({ text: t('Kept.') });
      }),
    setActive,
  };
}

const turnedOnText = (name: string | undefined, count: number): string =>
  name === undefined ? t('{count} rows were turned on.', { count }) : t('“{name}” was turned on.', { name });

const turnedOffText = (name: string | undefined, count: number): string =>
  name === undefined ? t('{count} rows were turned off.', { count }) : t('“{name}” was turned off.', { name });

const fieldsOf = ({ input }: AnyCrud): string[] => Object.keys(input.shape as object);

/** The fields that are sent. */
export function inputOf<C extends AnyCrud>(endpoints: C, item: ItemOf<C>): ItemInputOf<C> {
  const fields = item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fieldsOf(endpoints).map((name) => [name, fields[name]])) as ItemInputOf<C>;
}

function useOpened<C extends AnyCrud>(
  endpoints: C,
  key: string | number | undefined,
  list: List<ItemOf<C>>,
): OpenRecord<ItemOf<C>> {
  const calls: AnyCrud = endpoints;
  const id = Number(key);
  const listed = (list.newestRows ?? list.rows)?.find((item) => idOf(item) === id);
  const isNeeded = Number.isInteger(id) && !listed;
  // In the same render as the rows, so that none of both is ahead.
  const isActing = useIsActing();
  const { data, error } = useQuery({ ...query(calls.read, { id }), enabled: isNeeded });
  return {
    key,
    item: listed ?? (isNeeded ? (data as ItemOf<C> | undefined) : undefined),
    error: isNeeded ? error : null,
    isActing,
  };
}

export const idOf = (item: unknown): number => (item as StoredRow).id;
const isOff = (item: unknown): boolean => (item as StoredRow).is_active === false;
/** Deleted, and live until midnight. */
export const isLeaving = (item: unknown): boolean => (item as StoredRow).state === 'leaving';

export function momentOf({ isRule, waits }: Pick<AnyCrud, 'isRule' | 'waits'>): LiveMoment | undefined {
  if (waits) return 'atMidnight';
  return isRule ? 'atOnce' : undefined;
}

export const editAction = (run: () => void): RowAction => ({ label: t('Edit'), icon: Pencil, run, shortcut: 'e' });

export function removeAction<C extends AnyCrud>(crud: CrudState<C>, row: ItemOf<C>): RowAction {
  const name = crud.nameOf(row);
  return {
    label: t('Delete'),
    icon: Trash2,
    run: () => void crud.remove([idOf(row)], name),
    question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
    shortcut: 'Delete',
  };
}

/** For a deleted row that is live until midnight. */
export const keepAction = <C extends AnyCrud>(crud: CrudState<C>, row: ItemOf<C>): RowAction => ({
  label: t('Keep “{name}”', { name: crud.nameOf(row) }),
  icon: Undo2,
  run: () => void crud.keep([idOf(row)]),
});

export const usualActions =
  <C extends AnyCrud>(crud: CrudState<C>) =>
  (row: ItemOf<C>): readonly RowAction[] => [editAction(() => crud.open(row)), removeAction(crud, row)];

interface BulkOptions {
  readonly own?: readonly RowAction[] | undefined;
  readonly copy: () => void;
  readonly block: string | undefined;
}

export function bulkActions<C extends AnyCrud>(crud: CrudState<C>, { own = [], copy, block }: BulkOptions): RowAction[] {
  const { selection, list } = crud;
  const ids = [...selection.ids];
  const shown = (list.rows ?? []).filter((row) => selection.ids.has(idOf(row)));
  const areAllOff = shown.length > 0 && shown.every(isOff);
  const turn = { run: () => void crud.setActive(ids, areAllOff), disabledReason: block };
  return [
    ...(crud.endpoints.isRule
      ? [areAllOff ? { label: t('Turn on'), icon: Power, ...turn } : { label: t('Turn off'), icon: PowerOff, ...turn }]
      : []),
    ...own.map((action) => ({ disabledReason: block, ...action })),
    { label: t('Copy to another project'), icon: CopyPlus, run: copy, disabledReason: block },
    {
      label: t('Delete'),
      icon: Trash2,
      run: () => void crud.remove(ids),
      question: { text: t('Delete {count} rows?', { count: ids.length }), yes: t('Delete') },
    },
  ];
}
