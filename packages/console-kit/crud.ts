import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Crud } from '#contract/crud.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { type Address, useAddress } from './address.ts';
import { call } from './api.ts';
import { useErrorText } from './error-text.ts';
import { useText } from './i18n.ts';
import { useList, type List } from './list.ts';
import { query, refresh } from './queries.ts';
import { toast, undoMs } from './toast.tsx';

export type ItemOf<C extends Crud> = OutputOf<C['read']>;
export type ItemInputOf<C extends Crud> = InputOf<C['create']>;

interface CrudOptions<C extends Crud> {
  /** What to send to have the item again, for *Undo* after a delete. */
  readonly toInput: (item: ItemOf<C>) => ItemInputOf<C>;
  /** What people call the item, for the toast that tells it was deleted. */
  readonly nameOf: (item: ItemOf<C>) => string;
  /** Fields of a new record that a link may fill in: `?edit=new&term=fridge`. */
  readonly proposable?: readonly string[];
}

/** The record that the address names: `?edit=3`, `?edit=new`. */
export interface OpenRecord<Item> {
  /** `new`, an id, or undefined while nothing is open. */
  readonly key: string | undefined;
  readonly item: Item | undefined;
  readonly error: unknown;
}

export interface CrudState<C extends Crud> extends Pick<CrudOptions<C>, 'toInput'> {
  readonly schema: C['input'];
  readonly list: List<ItemOf<C>>;
  readonly opened: OpenRecord<ItemOf<C>>;
  /** What the link to a new record filled in. */
  readonly proposed: Address;
  readonly open: (item: ItemOf<C> | 'new') => void;
  readonly close: () => void;
  readonly retryOpened: () => void;
  /** Creates or updates the opened record. Throws what the server refuses, for the form to show. */
  readonly save: (input: ItemInputOf<C>) => Promise<void>;
  /** Deletes and offers *Undo*. Never throws; a failure is told in a toast. */
  readonly remove: (item: ItemOf<C>) => Promise<void>;
}

/** Everything a page of `crud()` endpoints needs: the list, the open record and what can be done with them. */
export function useCrud<C extends Crud>(endpoints: C, { toInput, nameOf, proposable = [] }: CrudOptions<C>): CrudState<C> {
  const list = useList(endpoints.list, {}) as List<ItemOf<C>>;
  const [address, change] = useAddress();
  const client = useQueryClient();
  const t = useText();
  const errorText = useErrorText();
  const key = address['edit'];
  const opened = useOpened(endpoints, key, list);
  const renew = () => refresh(client, [endpoints.list, endpoints.read]);

  const save = async (input: ItemInputOf<C>) => {
    if (key === 'new') await call(endpoints.create, input);
    else await call(endpoints.update, { ...input, id: Number(key) });
    await renew();
  };

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  };

  const restore = (item: ItemOf<C>) =>
    attempt(async () => {
      await call(endpoints.create, toInput(item));
      await renew();
    });

  const remove = (item: ItemOf<C>) =>
    attempt(async () => {
      await call(endpoints.remove, { id: idOf(item) });
      await renew();
      const undo = { label: t('Undo'), run: () => void restore(item) };
      toast({ text: t('“{name}” was deleted.', { name: nameOf(item) }), action: undo, durationMs: undoMs });
    });

  return {
    schema: endpoints.input,
    toInput,
    list,
    opened,
    proposed: Object.fromEntries(proposable.flatMap((name) => (address[name] === undefined ? [] : [[name, address[name]]]))),
    open: (item) => change({ edit: item === 'new' ? 'new' : idOf(item) }),
    close: () => change({ edit: undefined, ...Object.fromEntries(proposable.map((name) => [name, undefined])) }),
    retryOpened: () => void refresh(client, [endpoints.read]),
    save,
    remove,
  };
}

/** From the list when it is there, otherwise asked for by its id. */
function useOpened<C extends Crud>(endpoints: C, key: string | undefined, list: List<ItemOf<C>>): OpenRecord<ItemOf<C>> {
  const id = Number(key);
  const listed = list.rows?.find((item) => idOf(item) === id);
  const isNeeded = Number.isInteger(id) && !listed;
  const { data, error } = useQuery({ ...query(endpoints.read, { id }), enabled: isNeeded });
  return { key, item: listed ?? (isNeeded ? (data as ItemOf<C> | undefined) : undefined), error: isNeeded ? error : null };
}

const idOf = (item: unknown): number => (item as { id: number }).id;
