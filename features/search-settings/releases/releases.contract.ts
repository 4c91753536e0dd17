import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, lineOfText, Moment } from '#contract/fields.ts';
import { maximumReleaseCommentLength, maximumReleaseNameLength } from '#contract/limits.ts';
import { changeKinds, PlannedMoment } from '#contract/rows/rule-fields.ts';
import { RowChange } from './waiting.contract.ts';
import { Expected } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { pageOf, PageQuery, sortOrders } from '#contract/page.ts';

const needs = 'search';

const Skipped = z.object({
  source: z.string(),
  /** null when all rows of the kind are skipped together. */
  id: z.nullable(z.number()),
  collection_id: z.nullable(z.number()),
  name: z.nullable(z.string()),
  reason: z.string(),
});
export type Skipped = z.output<typeof Skipped>;

const Source = z.string().check(z.regex(/^[\w-]{1,50}$/));

const counts = z.record(z.string(), z.partialRecord(z.enum(changeKinds), z.number()));

export const ReleaseWords = z.object({
  /** Such as `Black Friday`. */
  name: lineOfText(maximumReleaseNameLength),
  comment: lineOfText(maximumReleaseCommentLength),
});

const Release = z.object({
  name: z.string(),
  comment: z.string(),
  number: z.number(),
  is_live: z.boolean(),
  live_since: Moment,
  /** `synonym`, `import`, `midnight`, `restore` and so on: what made it. */
  reason: z.string(),
  /** null for the server itself, and for people who were deleted. */
  user: z.nullable(z.string()),
  /** By `reason`: the release that was restored, or whose change was undone. */
  restored: z.nullable(z.number()),
  /** Old releases are kept as a record only. */
  can_restore: z.boolean(),
  counts,
});
export type Release = z.output<typeof Release>;

/** Releases are sorted by number only, unlike what `PageQuery` allows. */
export const listReleases = endpoint('GET /api/releases', {
  needs,
  summary: 'Lists the releases of the project, newest first: what changed, when and by whom',
  input: z.object({
    order: z._default(z.enum(sortOrders), 'desc'),
    page: PageQuery.shape.page,
    per_page: PageQuery.shape.per_page,
    user_id: z.optional(Id),
    from: z.optional(z.coerce.number()),
    until: z.optional(z.coerce.number()),
    source: z.optional(Source),
  }),
  output: z.extend(pageOf(Release), {
    skipped: z.array(Skipped),
    /** Everybody who ever made a release, regardless of filters. */
    people: z.array(z.object({ id: Id, name: z.string() })),
  }),
});

const row = z.nullable(z.record(z.string(), z.unknown()));

const ShownChange = z.extend(RowChange, {
  before: row,
  after: row,
  is_live: z.boolean(),
});
export type ShownChange = z.output<typeof ShownChange>;

export const readRelease = endpoint('GET /api/releases/{number}', {
  needs,
  summary: 'Reads one release with each row that it changed, before and after',
  input: z.object({ number: Id }),
  output: z.extend(Release, {
    /** Only the first of very many; `counts` counts all. */
    changes: z.array(ShownChange),
    /** The release before it, which has the rows as they were; null for the first release. */
    previous: z.nullable(z.object({ number: z.number(), can_restore: z.boolean() })),
    /** The impact that the check before publishing found; null without a check. */
    expected: z.nullable(Expected),
  }),
});
export type ReleaseDetail = OutputOf<typeof readRelease>;

export const describeRelease = endpoint('PUT /api/releases/{number}', {
  needs,
  summary: 'Changes the name and the comment of a release',
  input: z.extend(ReleaseWords, { number: Id }),
  output: Release,
  errors: ['notFound'],
});

export const compareReleases = endpoint('GET /api/releases/{number}/compare', {
  needs,
  summary: 'Tells what a release holds in another way than another one',
  input: z.object({ number: Id, with: Id }),
  output: z.object({
    from: z.number(),
    to: z.number(),
    counts,
    /** Only the first of very many. */
    changes: z.array(ShownChange),
  }),
  errors: ['notFound', 'releaseNotKept'],
});
export type ReleaseComparison = OutputOf<typeof compareReleases>;

const rowKey = { source: z.string().check(z.maxLength(50)), id: Id };

/** Its collection is gone, another row has its place, it is unreadable, or a setting that releases don't take back. */
const Staying = z.extend(z.omit(RowChange, { kind: true }), {
  reason: z.enum(['collectionGone', 'taken', 'unreadable', 'fixed']),
});
export type Staying = z.output<typeof Staying>;

export const previewRestore = endpoint('GET /api/releases/{number}/restore', {
  needs,
  summary: 'Tells what restoring an earlier release, or one of its rules, would change, and changes nothing',
  /** With a source and an id it is about one rule. */
  input: z.object({ number: Id, source: z.optional(rowKey.source), id: z.optional(Id) }),
  output: z.object({
    live_number: z.number(),
    counts,
    /** Changes from what is live to what would be; only the first of very many. */
    changes: z.array(ShownChange),
    staying: z.array(Staying),
    lost_count: z.number(),
  }),
  errors: ['notFound', 'releaseNotKept'],
});
export type RestorePreview = OutputOf<typeof previewRestore>;

export const restoreRelease = endpoint('PUT /api/releases/{number}/restore', {
  needs,
  summary: 'Makes the rules of an earlier release, or one of them, the next release',
  input: z.object({
    number: Id,
    rule: z.optional(z.nullable(z.object(rowKey))),
    /** The release whose change of the rule this undoes. */
    undoes: z.optional(Id),
    /** The release that was live when somebody looked. Nothing is restored if another one is live by now. */
    live_number: z.optional(Id),
  }),
  output: z.extend(Release, { staying: z.array(Staying) }),
  errors: ['notFound', 'releaseNotKept', 'releaseMeanwhile'],
});

export const readWaitingChanges = endpoint('GET /api/releases/waiting/changes', {
  needs,
  summary: 'Lists what waits: each row as it is live and as it is saved',
  output: z.object({
    /** Only the first of very many; kinds with few rows come first. */
    changes: z.array(
      z.extend(ShownChange, { user: z.nullable(z.string()), changed_at: Moment, planned: z.nullable(z.number()) }),
    ),
  }),
});
export type WaitingChange = OutputOf<typeof readWaitingChanges>['changes'][number];

export const takeBackWaiting = endpoint('POST /api/releases/take-back', {
  needs,
  summary: 'Saves a rule that waits as it is live again',
  input: z.object(rowKey),
  errors: ['notFound'],
});

export const PublishForm = z.extend(ReleaseWords, {
  /** null for now. What waits at the call goes live then, whatever is saved later. */
  publish_at: z._default(z.nullable(PlannedMoment), null),
});

/** Fails if the changes that wait aren't those of this version. */
const waiting_version = z.optional(z.string().check(z.maxLength(64)));

export const publishWaiting = endpoint('POST /api/releases', {
  needs,
  summary: 'Makes everything that waits live in one release, now or at a moment',
  input: z.extend(PublishForm, { waiting_version, expected: z.optional(Expected) }),
  errors: ['waitingMeanwhile', 'momentPast', 'tooMany'],
  output: z.object({
    change_count: z.number(),
    /** null if nothing waited, or if it is planned. */
    release: z.nullable(z.number()),
    planned: z.nullable(z.number()),
  }),
});

export const cancelPlanned = endpoint('DELETE /api/releases/planned/{id}', {
  needs,
  summary: 'Cancels a planned release; its changes wait as before',
  input: z.object({ id: Id }),
  errors: ['notFound'],
});

export const reloadRules = endpoint('POST /api/elastic/reload', {
  alsoByGet: true,
  needs,
  summary: 'Makes live now what waits for midnight',
  input: z.object({ waiting_version }),
  errors: ['waitingMeanwhile'],
  output: z.object({
    change_count: z.number(),
    /** null if nothing waited. */
    release: z.nullable(z.number()),
  }),
});
