import { isDeepStrictEqual } from 'node:util';
import type { FieldValue, Item } from '#contract/item.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';

export interface StandingItem {
  readonly json: string;
  readonly source: number | null;
}

export interface PlannedChanges {
  readonly outcomes: ChangeOutcome[];
  readonly items: ReadonlyMap<string, StandingItem | null>;
}

export function planChanges(changes: readonly ItemChange[], itemNow: (id: string) => StandingItem | null): PlannedChanges {
  const pending = new Map<string, StandingItem | null>();
  const planOne = (change: ItemChange): ChangeOutcome => {
    const id = idOf(change);
    const now = pending.has(id) ? (pending.get(id) ?? null) : itemNow(id);
    if (change.kind === 'remove') {
      if (now === null || (change.source !== undefined && change.source !== now.source)) return 'notFound';
      pending.set(id, null);
      return 'removed';
    }
    if (change.kind === 'patch' && now === null) return 'notFound';
    const next = nextItem(change, now);
    if (next.json === now?.json && next.source === now.source) return 'unchanged';
    pending.set(id, next);
    return now === null ? 'created' : 'updated';
  };
  return { outcomes: changes.map(planOne), items: pending };
}

export const idOf = (change: ItemChange): string => (change.kind === 'put' ? change.item.id : change.id);

function nextItem(change: Exclude<ItemChange, { kind: 'remove' }>, now: StandingItem | null): StandingItem {
  if (change.kind === 'put') return { json: JSON.stringify(change.item.fields), source: change.item.source ?? null };
  return { json: JSON.stringify(patched(now?.json ?? '{}', change.fields)), source: now?.source ?? null };
}

export function patched(fields: string, changes: Readonly<Record<string, FieldValue | null>>): Item['fields'] {
  const merged: Record<string, FieldValue | null> = { ...(JSON.parse(fields) as Item['fields']), ...changes };
  return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, FieldValue] => entry[1] !== null));
}

export function patchOf(before: Item['fields'], now: Item['fields']): Record<string, FieldValue | null> {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]));
}
