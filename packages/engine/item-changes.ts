import type { FieldValue, Item } from '#contract/item.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';

export interface PlannedChanges {
  readonly outcomes: ChangeOutcome[];
  /** The fields of the items that change, as JSON; null where an item goes. */
  readonly fields: ReadonlyMap<string, string | null>;
}

/** Works out what changes do, each after those before it. `fieldsNow` answers an item's fields as JSON, null when there is no such item. */
export function planChanges(changes: readonly ItemChange[], fieldsNow: (id: string) => string | null): PlannedChanges {
  const pending = new Map<string, string | null>();
  const planOne = (change: ItemChange): ChangeOutcome => {
    const id = idOf(change);
    const now = pending.has(id) ? (pending.get(id) ?? null) : fieldsNow(id);
    if (change.kind === 'remove') {
      if (now === null) return 'notFound';
      pending.set(id, null);
      return 'removed';
    }
    if (change.kind === 'patch' && now === null) return 'notFound';
    const next = JSON.stringify(change.kind === 'put' ? change.item.fields : patched(now ?? '{}', change.fields));
    if (next === now) return 'unchanged';
    pending.set(id, next);
    return now === null ? 'created' : 'updated';
  };
  return { outcomes: changes.map(planOne), fields: pending };
}

export const idOf = (change: ItemChange): string => (change.kind === 'put' ? change.item.id : change.id);

/** Fields set to null are taken away. */
function patched(fields: string, changes: Readonly<Record<string, FieldValue | null>>): Item['fields'] {
  const merged: Record<string, FieldValue | null> = { ...(JSON.parse(fields) as Item['fields']), ...changes };
  return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, FieldValue] => entry[1] !== null));
}
