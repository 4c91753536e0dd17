import type { Item, FieldValue } from '#contract/item.ts';
import { startBuild } from '#engine/open-engine.ts';
import { fieldsOf, layoutOf, newField } from '#features/data/collections/server/collection-fields.service.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import type { FoundProblem } from '#features/data/imports/imports.contract.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import type { ImportOutcome, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { PhraseMiner } from '#features/data/phrases/server/phrase-miner.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import { isPrivateName, listedNames } from '#feeds/mapping/private-names.ts';
import { itemComparison } from './compare-items.ts';
import { uniqueFieldOf } from './made-items.service.ts';
import type { BroughtItem, ReadBatch, ReadItems } from './read-items.ts';
import type { ProgressReporter } from './report-progress.ts';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';

const samplesPerField = 20;

interface Counted {
  count: number;
  readonly samples: FieldValue[];
}

/** Counts the fields of all items, including those that the sampled head of the feed didn't have. */
function fieldCensus() {
  const counted = new Map<string, Counted>();
  let itemCount = 0;
  const countOf = (name: string): number => (name === 'id' ? itemCount : (counted.get(name)?.count ?? 0));

  function count(name: string, value: FieldValue): void {
    const known = counted.get(name);
    if (known !== undefined) {
      known.count += 1;
      if (known.samples.length < samplesPerField) known.samples.push(value);
    } else if (counted.size < maximumKnownFields || isPrivateName(name)) counted.set(name, { count: 1, samples: [value] });
  }

  /** Most frequent first. */
  function later(fields: readonly CollectionField[]): CollectionField[] {
    const names = new Set(fields.map(({ name }) => name));
    const found = [...counted].filter(([name]) => !names.has(name) && name !== 'id').sort(([, a], [, b]) => b.count - a.count);
    const items = found.flatMap(([name, { samples }]) => samples.map((value): Item => ({ id: '', fields: { [name]: value } })));
    const types = inferFieldTypes(items);
    return found.map(([name, { samples }]) => newField(name, types[name] ?? 'text', samples, undefined, itemCount));
  }

  return {
    add(items: readonly Item[]): void {
      itemCount += items.length;
      for (const { fields } of items) for (const name in fields) count(name, fields[name]!);
    },

    /** Late fields are indexed from the next build on, up to the limit. */
    complete(fields: readonly CollectionField[]): CollectionField[] {
      const room = maximumIndexedFields - fields.filter(({ isCustomData }) => !isCustomData).length;
      const added = later(fields).map((field, place) => ({ ...field, isCustomData: place >= room }));
      // Unknown fields are sent to shops, so private ones are kept beyond the limit.
      const all = [...fields, ...added].filter(({ isArchived }, place) => isArchived || place < maximumKnownFields);
      return all.map((field) => ({ ...field, foundCount: countOf(field.name) }));
    },
  };
}

/** Writes the items of a feed and what other sources keep live into a new generation. */
export async function buildGeneration(
  task: ImportTask,
  progress: ProgressReporter,
  { sample, types, batches, look, about, validators }: ReadItems & { readonly validators: Validators },
): Promise<ImportOutcome> {
  const fields = fieldsOf(task.knownFields, sample, types);
  const generation = await startBuild(task.engine, task.collection, layoutOf(task.language, fields), task.feedId);
  const comparison = itemComparison(task.feedId, uniqueFieldOf(task.knownFields));
  const census = fieldCensus();
  const miner = new PhraseMiner(task.language);
  let repeatedIds = 0;

  const add = async (batch: ReadBatch): Promise<void> => {
    const live = await generation.standing(batch.map(({ item }) => item.id));
    const own = batch.filter((brought) => {
      const other = task.otherFeeds.find(({ id }) => id === live.get(brought.item.id)?.source);
      if (other) progress.problem(repeatedItem(brought, 'otherFeedItem', ` (${other.name})`));
      return other === undefined;
    });
    const { duplicates } = await generation.add(own.map(({ item }) => item));
    const { added, repeated } = withoutRepeats(own, duplicates);
    look(added);
    census.add(added.map(({ item }) => item));
    for (const { item } of added) {
      miner.add(item);
      comparison.brought(item, live.get(item.id));
    }
    progress.add('imported_count', added.length);
    for (const brought of repeated) progress.problem(repeatedItem(brought, 'duplicateItem'));
    repeatedIds += repeated.length;
  };
  try {
    progress.set({ step: 'check' });
    for await (const batch of batches) await add(batch);
    const { imported_count: importedCount, error_count: errorCount } = progress.current();
    if (importedCount === 0) {
      await generation.abandon();
      return { kind: 'failed', failure: noItems(errorCount, about().warnings), retryAfterSeconds: null };
    }
    progress.set({ step: 'build' });
    let carriedCount = 0;
    const carried = (items: readonly Item[]): void => {
      carriedCount += items.length;
      census.add(items);
      for (const item of items) miner.add(item);
    };
    await generation.carryOver({ gone: comparison.gone, taken: carried });
    const status = await generation.finish();
    const { warnings, ...found } = about(repeatedIds);
    const foundFields = census.complete(fields);
    return {
      kind: 'built',
      built: {
        ...found,
        generation: status.generation,
        progress: progress.current(),
        warnings: [...warnings, ...privateFields(foundFields)],
        fields: foundFields,
        needImport: task.needImport,
        validators,
        comparison: comparison.result(errorCount, progress.repeatedCount(), progress.firstErrors()),
        phrases: status.itemCount === importedCount + carriedCount ? miner.mined() : null,
      },
    };
  } catch (error) {
    await generation.abandon();
    throw error;
  }
}

function noItems(errorCount: number, warnings: readonly FeedWarning[]): ImportFailure {
  if (errorCount > 0) return { code: 'noUsableItem', details: {} };
  const hidden = warnings.find((warning) => warning.code === 'unpublishedItems');
  return hidden ? { code: 'allHidden', details: { field: hidden.details.field } } : { code: 'noItem', details: {} };
}

/** Fields that shops don't get because of their names. */
function privateFields(fields: readonly CollectionField[]): FeedWarning[] {
  const names = fields.flatMap(({ name, isArchived, foundCount }) =>
    isArchived && foundCount && isPrivateName(name) ? name : [],
  );
  return names.length === 0 ? [] : [{ code: 'privateFields', details: { count: names.length, fields: listedNames(names) } }];
}

/** The first item of an id is added, unless it was in an earlier batch. `duplicates` has the id once per repetition. */
export function withoutRepeats(brought: readonly BroughtItem[], duplicates: readonly string[]) {
  if (duplicates.length === 0) return { added: brought, repeated: [] };
  const left = new Map<string, number>();
  for (const id of duplicates) left.set(id, (left.get(id) ?? 0) + 1);
  const isRepeat = ({ item: { id } }: BroughtItem): boolean => {
    const count = left.get(id) ?? 0;
    left.set(id, count - 1);
    return count > 0;
  };
  const repeats = new Set(brought.toReversed().filter(isRepeat));
  return { added: brought.filter((each) => !repeats.has(each)), repeated: brought.filter((each) => repeats.has(each)) };
}

const repeatedItem = (
  { item: { id, fields }, record: { position } }: BroughtItem,
  reason: 'duplicateItem' | 'otherFeedItem',
  suffix = '',
): FoundProblem => ({
  severity: 'error',
  position,
  item: String(fields.name ?? id),
  field: 'id',
  value: id + suffix,
  reason,
});
