import { isDeepStrictEqual } from 'node:util';
import { checkWebAddress } from '#features/data/feed-settings/server/feeds.service.ts';
import { feedStore, guardOf, rulesOf } from '#features/data/feed-settings/server/feeds.store.ts';
import {
  isMaskedAddress,
  keptAddress,
  maskedAddress,
  sealedAddress,
} from '#features/data/feed-settings/server/sealed-address.service.ts';
import { requestImportIn } from '#features/data/imports/server/imports.service.ts';
import { scheduleStore } from '#features/data/schedules/server/schedules.store.ts';
import { FeedInFile } from '#features/owner/project-file/settings-in-file.ts';
import { mistake, settingsKind } from './settings.kinds.ts';
import { type FeedWithSchedule, settingsStore } from './settings.store.ts';
import type { App } from '#server/app/app.ts';
import { collectionOf, type CollectionScope, type RowScope } from '#server/db/row-scope.ts';
import type { Database, StoredAddress } from '#server/db/schema.ts';
import { Failure, foundIn } from '#server/base/fail.ts';
import type { FileKind, FileMistake, KeyedRow } from '#server/rules/files/file-kind.ts';
import { fileValues } from '#server/rules/files/file-values.ts';

/** In place of the address of an uploaded file, which is on one server alone. */
const uploaded = 'upload';
const isUpload = (address: string): boolean => address.startsWith(`${uploaded}:`);
const isSample = (address: string): boolean => /^sample:(cs|en)$/.test(address);

const addressInFile = (stored: StoredAddress): string => (isUpload(stored) ? uploaded : maskedAddress(stored));

const { schedule: unplanned } = FeedInFile.parse({ name: '-', feed_url: '-' });

type Format = Pick<
  FeedInFile,
  'data_source' | 'file_name' | 'feed_type' | 'feed_language' | 'feed_encoding' | 'feed_separator' | 'feed_headers' | 'tag_name'
>;
const formatOf = (feed: Format): Format => ({
  data_source: feed.data_source,
  file_name: feed.file_name,
  feed_type: feed.feed_type,
  feed_language: feed.feed_language,
  feed_encoding: feed.feed_encoding,
  feed_separator: feed.feed_separator,
  feed_headers: feed.feed_headers,
  tag_name: feed.tag_name,
});

const inFile = (feed: FeedWithSchedule, name: string): FeedInFile => ({
  name,
  ...formatOf(feed as Format),
  feed_url: addressInFile(feed.feed_url),
  activated: feed.activated === 1,
  guard: guardOf(feed),
  mapping: rulesOf(feed),
  schedule: {
    schedule: (feed.schedule ?? unplanned.schedule) as FeedInFile['schedule']['schedule'],
    schedule_time: feed.schedule_time ?? unplanned.schedule_time,
    availability_url: maskedAddress(feed.availability_url ?? ''),
    availability_minutes: feed.availability_minutes ?? unplanned.availability_minutes,
  },
});

/** Feeds of a collection by their names; those with the same name are numbered. */
function named(feeds: readonly FeedWithSchedule[]): Map<string, FeedWithSchedule> {
  const byName = new Map<string, FeedWithSchedule>();
  for (const feed of feeds) {
    let name = feed.name;
    for (let count = 2; byName.has(name); count += 1) name = `${feed.name} (${count})`;
    byName.set(name, feed);
  }
  return byName;
}

const readAs = ({ name: _name, activated: _on, guard: _guard, schedule: _schedule, ...feed }: FeedInFile) => feed;

const unknownAvailability = {
  availability_etag: null,
  availability_last_modified: null,
  availability_failure_count: 0,
  availability_result: null,
} as const;

/** Feeds with their schedules, without secrets of their addresses. A feed that the file doesn't have stays. */
export function feedsKind(app: App): FileKind {
  const { sealing, settings } = app;
  const scopeIn = (db: Database, { id, collectionId }: RowScope): Promise<CollectionScope> =>
    collectionOf(db, { id }, foundIn(collectionId, 'collection'));

  /** The address to store. Throws for one that is not allowed, or whose secret is hidden. */
  function addressOf(sent: string, stored: StoredAddress | null, field: string): StoredAddress {
    if (stored !== null && sent === addressInFile(stored)) return stored;
    if (sent === '' && stored !== null) return '' as StoredAddress;
    const kept = stored === null ? sealedAddress(sealing, sent) : keptAddress(sealing, sent, stored);
    if (!isSample(sent) && sent !== '') checkWebAddress(settings, field, kept);
    return kept;
  }

  async function save(db: Database, scope: CollectionScope, wanted: FeedInFile, known: FeedWithSchedule | undefined) {
    const { availability_url, ...schedule } = wanted.schedule;
    const feed_url = addressOf(wanted.feed_url, known?.feed_url ?? null, 'feed_url');
    const availability = addressOf(availability_url, known?.availability_url ?? null, 'schedule.availability_url');
    const before = known && inFile(known, wanted.name);
    if (before && isDeepStrictEqual(before, wanted)) return;
    const columns = {
      ...formatOf(wanted),
      feed_url,
      guard: JSON.stringify(wanted.guard),
      activated: wanted.activated ? (1 as const) : (0 as const),
      own_mapping: JSON.stringify(wanted.mapping),
    };
    const store = feedStore(db);
    const id = known?.id ?? (await store.insert(scope, { ...columns, name: wanted.name, collection_id: scope.collectionId }));
    const needsImport = !before || !isDeepStrictEqual(readAs(before), readAs(wanted)) || feed_url !== known?.feed_url;
    const unnamed = known?.need_tag_name === 1 && wanted.tag_name === '' ? {} : ({ need_tag_name: 0 } as const);
    await (needsImport ? store.save(scope, id, { ...columns, ...unnamed }) : store.update(scope, id, columns));
    const schedules = scheduleStore(db);
    if (known?.schedule == null) await schedules.insert(scope, id, availability);
    const isRescheduled = !before || !isDeepStrictEqual(before.schedule, wanted.schedule);
    const isElsewhere = availability !== known?.availability_url;
    await schedules.update(scope, id, {
      ...schedule,
      ...(isRescheduled && { next_at: null, retry_count: 0 }),
      ...(isElsewhere && { ...unknownAvailability, availability_url: availability, availability_next_at: Date.now() }),
    });
    if (needsImport) await requestImportIn(db, app, scope, id, 'person');
  }

  return settingsKind({
    key: 'feeds',
    isOfCollection: true,
    shape: 'named',
    schema: FeedInFile,
    async read(db, scope) {
      const feeds = named(await settingsStore(db).feeds(await scopeIn(db, scope)));
      return Array.from(feeds, ([name, feed]): KeyedRow => {
        const { name: _name, ...values } = fileValues(FeedInFile, inFile(feed, name));
        return { key: name, name, values };
      }).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    },
    async write(db, scope, { rows, skip }) {
      const place = await scopeIn(db, scope);
      const known = named(await settingsStore(db).feeds(place));
      const mistakes: FileMistake[] = [];
      for (const { at, row } of rows) {
        const stored = known.get(row.name);
        const isHidden = !stored && [row.feed_url, row.schedule.availability_url].some(isMaskedAddress);
        if (row.feed_url === uploaded && !(stored && isUpload(stored.feed_url))) skip(at, 'uploadNotInFile');
        else if (isHidden) skip(at, 'secretNotInFile');
        else
          await save(db, place, row, stored).catch((failure: unknown) => {
            if (!(failure instanceof Failure)) throw failure;
            mistakes.push(...failure.problems.map(({ field, code, parameters }) => mistake(at, field, code, parameters)));
          });
      }
      return mistakes;
    },
  });
}
