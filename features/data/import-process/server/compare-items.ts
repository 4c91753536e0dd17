import type { FieldValue, Item } from '#contract/item.ts';
import { patchOf } from '#engine/index/item-changes.ts';
import { fieldsJsonOf } from '#engine/index/stored-item.ts';
import {
  type FieldChange,
  type ItemExample,
  type ItemFate,
  keptExamples,
  type FoundProblem,
} from '#features/data/imports/imports.contract.ts';
import type { Comparison } from '#features/data/imports/server/imports.task.ts';
import { identifiedBy } from './made-items.service.ts';

const shownValueLength = 200;

const isPriced = ({ fields: { price } }: Item): boolean => typeof price === 'number' && price > 0;
const nameOf = ({ id, fields: { name } }: Item): string => String(name ?? id);

const shown = (value: FieldValue | undefined): string | null =>
  value === undefined ? null : (Array.isArray(value) ? value.join(', ') : String(value as string)).slice(0, shownValueLength);

/** Compares the items of a feed with the live ones. */
export function itemComparison(feedId: number, uniqueField: string) {
  const counts: Record<ItemFate, number> = { added: 0, changed: 0, removed: 0, unchanged: 0, bad: 0 };
  const examples: ItemExample[] = [];
  const exampleCounts: Record<ItemFate, number> = { ...counts };
  const facts = { before: 0, after: 0, kept: 0, pricedBefore: 0, pricedAfter: 0, pricesLost: 0 };

  function note(fate: ItemFate, example: () => Omit<ItemExample, 'fate'>): void {
    counts[fate] += 1;
    if (exampleCounts[fate] >= keptExamples) return;
    exampleCounts[fate] += 1;
    examples.push({ fate, ...example() });
  }
  const plain = (item: Item) => ({ id: item.id, name: nameOf(item), changes: [], problem: null });

  return {
    brought(item: Item, live: Item | undefined): void {
      facts.after += 1;
      if (isPriced(item)) facts.pricedAfter += 1;
      if (live === undefined) return note('added', () => plain(item));
      const isSame = JSON.stringify(item.fields) === fieldsJsonOf(live);
      if (live.source === feedId) {
        facts.before += 1;
        facts.kept += 1;
        const wasPriced = isPriced(isSame ? item : live);
        if (wasPriced) facts.pricedBefore += 1;
        if (wasPriced && !isPriced(item)) facts.pricesLost += 1;
      }
      const changes = isSame ? [] : changesOf(live, item);
      note(changes.length === 0 ? 'unchanged' : 'changed', () => ({ ...plain(item), changes }));
    },
    /** Live items of the feed that it no longer has. */
    gone(items: readonly Item[]): void {
      for (const item of items) {
        facts.before += 1;
        // All ids change when the owner chooses another unique field.
        if (identifiedBy(uniqueField, item)?.id !== item.id) facts.kept += 1;
        if (isPriced(item)) facts.pricedBefore += 1;
        note('removed', () => plain(item));
      }
    },
    result: (bad: number, repeated: number, firstBad: readonly FoundProblem[]): Comparison => ({
      counts: { ...counts, bad, repeated },
      examples: [...examples, ...firstBad.slice(0, keptExamples).map(badExample)],
      facts: { ...facts, bad: bad - repeated },
    }),
  };
}

const badExample = ({ item, field, value, reason }: FoundProblem): ItemExample => ({
  fate: 'bad',
  id: '',
  name: item,
  changes: field === '' || value === '' ? [] : [{ field, before: null, after: value.slice(0, shownValueLength) }],
  problem: reason,
});

function changesOf(before: Item, after: Item): FieldChange[] {
  return Object.keys(patchOf(before.fields, after.fields)).map((field) => ({
    field,
    before: shown(before.fields[field]),
    after: shown(after.fields[field]),
  }));
}
