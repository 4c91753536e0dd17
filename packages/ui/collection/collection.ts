import { useEffect } from 'react';
import { toast } from '#ui/calls/toast.ts';
import { useAddress } from '#ui/state/address.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import { t } from '#ui/text/i18n.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

export interface CollectionChoice {
  readonly id: number;
  readonly name: string;
  readonly item_count: number;
}

interface Choices {
  readonly projectId: number;
  readonly collections: readonly CollectionChoice[];
  readonly selectedId: number | null;
}

const choices = createStore<Choices | null>(null);
const linkedKeys = createStore<readonly string[]>([]);

export function setCollections(projectId: number, collections: readonly CollectionChoice[]): void {
  const chosenId = choices.get()?.projectId === projectId ? choices.get()?.selectedId : storedChoices()[projectId];
  const selected = collections.find(({ id }) => id === chosenId) ?? collections[0];
  choices.set({ projectId, collections, selectedId: selected?.id ?? null });
}

export function selectCollection(id: number): void {
  const current = choices.get();
  if (!current) return;
  choices.set({ ...current, selectedId: id });
  writeStored('collections', JSON.stringify({ ...storedChoices(), [current.projectId]: id }));
}

interface CollectionState {
  readonly collections: readonly CollectionChoice[] | undefined;
  readonly selected: CollectionChoice | null;
}

/** That of the address, or the one that was selected last. */
export function useCollections(): CollectionState {
  const current = useStore(choices);
  const [{ c }] = useAddress();
  const find = (wanted: number | null | undefined) => current?.collections.find(({ id }) => id === wanted);
  return { collections: current?.collections, selected: find(c) ?? find(current?.selectedId) ?? null };
}

export const useNeedsCollection = (): boolean => useCollections().collections?.length === 0;

export const useCollection = (): CollectionChoice | null => useCollections().selected;

/** `keys` are dropped from the address with the collection. Pass one array for all renders. */
export function useLinkedCollection(keys: readonly string[]): CollectionChoice | null {
  const selected = useCollection();
  const [{ c }, change] = useAddress();
  const id = selected?.id;
  const name = selected?.name ?? '';
  useEffect(() => {
    if (id === undefined || c === id) return;
    if (c !== undefined)
      toast({
        text: t('The link’s collection no longer exists. Shown instead: “{name}”.', { name }),
        kind: 'failure',
      });
    change({ c: id }, { isReplacing: true });
  }, [id, c, change, name]);
  useEffect(() => {
    linkedKeys.set(keys);
    return () => linkedKeys.set([]);
  }, [keys]);
  return selected;
}

export function useSelectCollection(): (id: number) => void {
  const [{ c }, change] = useAddress();
  return (id) => {
    selectCollection(id);
    const left = Object.fromEntries(linkedKeys.get().map((key) => [key, undefined]));
    if (c !== undefined) change({ ...left, c: id, page: undefined });
  };
}

function storedChoices(): Readonly<Record<number, number>> {
  try {
    return JSON.parse(readStored('collections') ?? '{}') as Record<number, number>;
  } catch {
    return {};
  }
}
