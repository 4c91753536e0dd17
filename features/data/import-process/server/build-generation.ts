import type { FeedWarning } from '#contract/texts/import-texts.ts';
import type { Item } from '#contract/item.ts';
import { startBuild } from '#engine/open-engine.ts';
import { createRecordFile } from '#features/data/brought-records/server/record-file.ts';
import { newRecordFile } from '#features/data/brought-records/server/record-files.ts';
import { fieldsOf } from '#features/data/collections/server/collection-fields.ts';
import { layoutOf } from '#features/data/collections/server/collection-layout.ts';
import type { ImportOutcome, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { PhraseMiner } from '#features/data/phrases/server/phrase-miner.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { itemComparison } from './compare-items.ts';
import { fieldCensus } from './field-census.ts';
import type { OpenedItems } from './open-items.ts';
import type { ReadBatch } from './read-items.ts';
import { otherFeedItem, withoutRepeats } from './repeated-items.ts';
import type { ProgressReporter } from './report-progress.ts';
import { uniqueFieldOf } from './unique-field.ts';
import { isPrivateName, namesTold } from '#feeds/mapping/private-names.ts';
import type { Files } from '#server/files/files.ts';

/** How an import ends that found nothing to go live, for a reason of its own. */
const failedImport = (code: 'noUsableItem' | 'noItem'): ImportOutcome => ({
  kind: 'failed',
  failure: { code, details: {} },
  retryAfterSeconds: null,
});

/** Which fields of the feed shops don't get because of their names. */
function privateFields(fields: readonly CollectionField[]): FeedWarning[] {
  const names = fields.flatMap(({ name, isArchived, foundCount }) =>
    isArchived && foundCount && isPrivateName(name) ? name : [],
  );
  return names.length === 0 ? [] : [{ code: 'privateFields', details: { count: names.length, fields: namesTold(names) } }];
}

export async function buildGeneration(
  task: ImportTask,
  files: Files,
  progress: ProgressReporter,
  { sample, types, batches, about, validators }: OpenedItems,
): Promise<ImportOutcome> {
  const fields = fieldsOf(task.knownFields, sample, types);
  const generation = await startBuild(task.engine, task.collection, layoutOf(task.language, fields), task.feedId);
  const recordFile = createRecordFile(files, newRecordFile(task.recordFolder, task.feedId, generation.generation));
  const comparison = itemComparison(task.feedId, uniqueFieldOf(task.knownFields));
  const census = fieldCensus();
  const miner = new PhraseMiner(task.language);

  const add = async (batch: ReadBatch): Promise<void> => {
    const live = await generation.standing(batch.map(({ item }) => item.id));
    const own = batch.filter((brought) => {
      const other = task.otherFeeds.find(({ id }) => id === live.get(brought.item.id)?.source);
      if (other) progress.problem(otherFeedItem(brought, other.name));
      return other === undefined;
    });
    const { duplicates } = await generation.add(own.map(({ item }) => item));
    const { added, repeats } = withoutRepeats(own, duplicates);
    await recordFile.add(added.map(({ item, record }) => [item.id, record] as const));
    census.add(added.map(({ item }) => item));
    for (const { item } of added) {
      miner.add(item);
      comparison.brought(item, live.get(item.id));
    }
    progress.add('imported_count', added.length);
    for (const repeat of repeats) progress.problem(repeat);
  };
  try {
    progress.set({ step: 'check' });
    for await (const batch of batches) await add(batch);
    if (progress.current().imported_count === 0) {
      await Promise.all([recordFile.abandon(), generation.abandon()]);
      return failedImport(progress.current().error_count > 0 ? 'noUsableItem' : 'noItem');
    }
    progress.set({ step: 'build' });
    await recordFile.finish();
    let takenCount = 0;
    const taken = (items: readonly Item[]): void => {
      takenCount += items.length;
      census.add(items);
      for (const item of items) miner.add(item);
    };
    await generation.carryOver({ gone: comparison.gone, taken });
    const status = await generation.finish();
    const { mapping, warnings, tagName, type, feedSource, feedFields } = about();
    const found = census.complete(fields);
    return {
      kind: 'built',
      built: {
        generation: status.generation,
        progress: { ...progress.current(), seconds_left: null },
        warnings: [...warnings, ...privateFields(found)],
        fields: found,
        mapping,
        feedFields,
        tagName,
        type,
        feedSource,
        needImport: task.needImport,
        validators,
        comparison: comparison.result(progress.current().error_count, progress.repeatedCount(), progress.firstErrors()),
        steps: progress.steps(),
        phrases: status.itemCount === progress.current().imported_count + takenCount ? miner.mined() : null,
      },
    };
  } catch (error) {
    await Promise.all([recordFile.abandon(), generation.abandon()]);
    throw error;
  }
}
