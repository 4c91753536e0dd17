import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { nothingDecided, type OwnMapping } from '#contract/values/field-rule.ts';
import { problemsOf } from '#contract/problems.ts';
import { checkWebAddress } from '#features/data/feed-settings/server/feeds.service.ts';
import { feedStore, guardOf } from '#features/data/feed-settings/server/feeds.store.ts';
import {
  isMaskedAddress,
  maskedAddress,
  keptAddress,
  sealedAddress,
} from '#features/data/feed-settings/server/sealed-address.service.ts';
import { requestImportIn } from '#features/data/imports/server/imports.service.ts';
import { scheduleStore } from '#features/data/schedules/server/schedules.store.ts';
import { mistake } from './project.kind.ts';
import { FeedInFile } from '#features/owner/project-file/settings/settings-in-file.ts';
import { type FeedWithSchedule, settingsStore } from './settings.store.ts';
import type { App } from '#server/app.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { type CollectionScope, collectionOf, type RowScope } from '#server/db/row-scope.ts';
import type { Database, StoredAddress } from '#server/db/schema.ts';
import { Failure } from '#server/fail.ts';
import { foundIn } from '#server/found-in.ts';
import type { FileKind, FileMistake, KeyedRow } from '#server/rules/files/file-kind.ts';
import { fileValues } from '#server/rules/files/file-values.ts';

/** An uploaded file is on one server alone, so the file of the project says no more than that there is one. */
const uploaded = 'upload';
const isUpload = (address: string): boolean => address.startsWith(`${uploaded}:`);
const isSample = (address: string): boolean => /^sample:(cs|en)$/.test(address);

const addressInFile = (stored: StoredAddress): string => (isUpload(stored) ? uploaded : maskedAddress(stored));

const inFile = (feed: FeedWithSchedule, name: string): FeedInFile => ({
  name,
  data_source: feed.data_source as FeedInFile['data_source'],
  feed_url: addressInFile(feed.feed_url),
  file_name: feed.file_name,
  feed_type: feed.feed_type as FeedInFile['feed_type'],
  feed_language: feed.feed_language as FeedInFile['feed_language'],
  feed_encoding: feed.feed_encoding,
  feed_separator: feed.feed_separator,
  feed_headers: feed.feed_headers,
  tag_name: feed.tag_name,
  activated: feed.activated === 1,
  guard: guardOf(feed),
  mapping: jsonOf<OwnMapping>(feed.own_mapping, nothingDecided, 'feed.own_mapping', feed.id),
  schedule: scheduleOf(feed),
});

const usual = FeedInFile.parse({ name: '-', feed_url: '-' });

const scheduleOf = (feed: FeedWithSchedule): FeedInFile['schedule'] => ({
  schedule: (feed.schedule ?? usual.schedule.schedule) as FeedInFile['schedule']['schedule'],
  schedule_time: feed.schedule_time ?? usual.schedule.schedule_time,
  availability_url: maskedAddress(feed.availability_url ?? ''),
  availability_minutes: feed.availability_minutes ?? usual.schedule.availability_minutes,
});

/** Two feeds of a collection may have the same name; the later one is told by its number. */
function named(feeds: readonly FeedWithSchedule[]): Map<string, FeedWithSchedule> {
  const byName = new Map<string, FeedWithSchedule>();
  for (const feed of feeds) {
    let name = feed.name;
    for (let count = 2; byName.has(name); count += 1) name = `${feed.name} (${count})`;
    byName.set(name, feed);
  }
  return byName;
}

/** Of a feed, what an import of it depends on. */
const readAs = ({ name: _name, activated: _on, guard: _guard, schedule: _schedule, ...feed }: FeedInFile) => feed;

/** Feeds with when they are read, without secrets of their addresses. One that the file doesn't have stays. */
export function feedsKind(app: App): FileKind {
  const { sealing, settings } = app;
  const scopeIn = (db: Database, { id, collectionId }: RowScope): Promise<CollectionScope> =>
    collectionOf(db, { id }, foundIn(collectionId, 'collection'));

  /** What to store of an address of the file, or why it can't be. */
  function addressOf(sent: string, stored: StoredAddress | null, field: string): StoredAddress {
    if (stored !== null && sent === addressInFile(stored)) return stored;
    if (sent === '' && stored !== null) return '' as StoredAddress;
    const kept = stored === null ? sealedAddress(sealing, sent) : keptAddress(sealing, sent, stored);
    if (!isSample(sent) && sent !== '') checkWebAddress(settings, field, kept);
    return kept;
  }

  async function write(db: Database, scope: CollectionScope, wanted: FeedInFile, known: FeedWithSchedule | undefined) {
    const { schedule, schedule_time, availability_minutes, availability_url } = wanted.schedule;
    const feed_url = addressOf(wanted.feed_url, known?.feed_url ?? null, 'feed_url');
    const availability = addressOf(availability_url, known?.availability_url ?? null, 'schedule.availability_url');
    const columns = {
      data_source: wanted.data_source,
      file_name: wanted.file_name,
      feed_type: wanted.feed_type,
      feed_language: wanted.feed_language,
      feed_encoding: wanted.feed_encoding,
      feed_separator: wanted.feed_separator,
      feed_headers: wanted.feed_headers,
      tag_name: wanted.tag_name,
      feed_url,
      guard: JSON.stringify(wanted.guard),
      activated: wanted.activated ? (1 as const) : (0 as const),
      own_mapping: JSON.stringify(wanted.mapping),
    };
    const before = known && inFile(known, wanted.name);
    if (before && isDeepStrictEqual(before, wanted)) return;
    const store = feedStore(db);
    const place = { name: wanted.name, collection_id: scope.collectionId };
    const id = known?.id ?? (await store.insert(scope, { ...columns, ...place }));
    const isReadAnew = !before || !isDeepStrictEqual(readAs(before), readAs(wanted)) || feed_url !== known?.feed_url;
    const unnamed = known?.need_tag_name === 1 && wanted.tag_name === '' ? {} : ({ need_tag_name: 0 } as const);
    await (isReadAnew ? store.save(scope, id, { ...columns, ...unnamed }) : store.update(scope, id, columns));
    const schedules = scheduleStore(db);
    if (known?.schedule == null) await schedules.insert(scope, id, availability);
    const isElsewhere = availability !== known?.availability_url;
    await schedules.update(scope, id, {
      schedule,
      schedule_time,
      availability_minutes,
      ...(!(before && isDeepStrictEqual(before.schedule, wanted.schedule)) && { next_at: null, retry_count: 0 }),
      ...(isElsewhere && { ...unknownAvailability, availability_url: availability, availability_next_at: Date.now() }),
    });
    if (isReadAnew) await requestImportIn(db, app, scope, id, 'person');
  }

  return {
    key: 'feeds',
    isOfCollection: true,
    shape: 'named',
    schema: FeedInFile,
    texts: [],
    async read(db, scope) {
      const feeds = named(await settingsStore(db).feeds(await scopeIn(db, scope)));
      return Array.from(feeds, ([name, feed]): KeyedRow => {
        const row = inFile(feed, name);
        const { name: _name, ...values } = fileValues(FeedInFile, row);
        return { key: name, name, values, shown: { ...row, id: feed.id } };
      }).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    },
    async write(db, scope, file, _author, leaveOut) {
      const place = await scopeIn(db, scope);
      const known = named(await settingsStore(db).feeds(place));
      const mistakes: FileMistake[] = [];
      for (const [at, values] of file.entries()) {
        const { success, data, error } = z.safeParse(FeedInFile, values);
        if (!success) {
          mistakes.push(...problemsOf(error, values).map((problem) => ({ ...problem, at })));
          continue;
        }
        const stored = known.get(data.name);
        if (data.feed_url === uploaded && !(stored && isUpload(stored.feed_url))) leaveOut(at, 'uploadNotInFile');
        else if (!stored && [data.feed_url, data.schedule.availability_url].some(isMaskedAddress))
          leaveOut(at, 'secretNotInFile');
        else {
          try {
            await write(db, place, data, stored);
          } catch (failure) {
            if (!(failure instanceof Failure)) throw failure;
            mistakes.push(...failure.problems.map(({ field, code, parameters }) => mistake(at, field, code, parameters)));
          }
        }
      }
      return mistakes;
    },
  };
}

const unknownAvailability = {
  availability_etag: null,
  availability_last_modified: null,
  availability_failure_count: 0,
  availability_result: null,
} as const;
