import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cancelPlanned,
  compareReleases,
  describeRelease,
  listReleases,
  previewRestore,
  publishWaiting,
  readRelease,
  readWaitingChanges,
  reloadRules,
  restoreRelease,
} from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import {
  applyCollection,
  createCollection,
  recreateCollection,
  removeCollection,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';
import { maximumReleaseNameLength } from '#contract/limits.ts';
import { addField } from '#features/data/schema/schema.contract.ts';
import { phrases } from '#features/data/phrases/phrases.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { readBadges } from '#features/search-settings/linter/linter.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { addMidnightWords } from '#server/rules/releases/testing/release-kit.ts';
import { startSampleShop, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;

beforeAll(async () => {
  ({ server, owner } = await startSampleShop());
  // A kind of rule that waits for midnight, whose rows are those of character filters.
  addMidnightWords(server.app.releases);
});
afterAll(() => server.close());

const waitingChanges = async () => (await server.call(owner, readWaitingChanges, {})).data!.changes;
const waiting = async () => (await server.call(owner, readWaiting, {})).data!;
const newest = async () => (await server.call(owner, listReleases, { per_page: 1 })).data!.items[0]!;

test('saving a rule makes the live release, with who made it and what it changed', async () => {
  const { data: kettle } = await server.call(owner, synonyms.create, { term: 'kettle', synonyms: ['boiler'] });
  const release = await newest();
  expect(release).toMatchObject({ is_live: true, user: 'Test Person', reason: 'synonym', counts: { synonyms: { added: 1 } } });
  const { data } = await server.call(owner, readRelease, { number: release.number });
  expect(data!.changes).toMatchObject([
    { source: 'synonyms', id: kettle!.id, kind: 'added', name: 'kettle', before: null, after: { synonyms: ['boiler'] } },
  ]);
});

test("a rule that can't be compiled is listed with the reason until it is saved again", async () => {
  const skipped = async () => (await server.call(owner, listReleases, { per_page: 1 })).data!.skipped;
  expect(await skipped()).toEqual([]);
  const { data: row } = await server.call(owner, synonyms.create, { term: 'left', synonyms: ['right'] });
  await server.app.releases.change({ id: owner.projectId }, { userId: null, reason: 'test' }, (db) =>
    db.updateTable('synonym').set({ synonym_type_id: 9 }).where('id', '=', row!.id).returning('id').execute(),
  );
  const told = { source: 'synonyms', id: row!.id, collection_id: null, name: 'left', reason: expect.stringMatching(/\w/) };
  expect(await skipped()).toEqual([told]);
  expect((await server.call(owner, readBadges, {})).status).toBe(200);
  await server.call(owner, synonyms.update, { id: row!.id, term: 'left', synonyms: ['right'] });
  expect(await skipped()).toEqual([]);
});

test('changes that wait for midnight are listed and go live with a regeneration', async () => {
  const { data: filter } = await server.call(owner, charFilters.create, { from: '§', to: 'paragraph' });
  const before = await waiting();
  expect(before.rows).toMatchObject([
    { source: 'midnight-words', id: filter!.id, kind: 'added', name: '§', user: 'Test Person', goes_live: 'atMidnight' },
  ]);
  expect(before.next_midnight).toBeGreaterThan(Date.now());
  expect(await waitingChanges()).toMatchObject([
    { id: filter!.id, kind: 'added', user: 'Test Person', before: null, after: { from: '§', to: 'paragraph' }, is_live: false },
  ]);
  const { data } = await server.call(owner, reloadRules, {});
  expect(data).toEqual({ change_count: 1, release: (await newest()).number });
  expect((await waiting()).rows).toEqual([]);
});

test('everything that waits goes live in one release, with its name and comment, which can be changed', async () => {
  await server.call(owner, charFilters.create, { from: '¶', to: 'paragraph' });
  await server.call(owner, updateCollection, { id: owner.collectionId, force_stopwords: true });
  const words = { name: '  Black\u202e Friday\n', comment: 'For the\u0000 sale' };
  const { data } = await server.call(owner, publishWaiting, words);
  const number = (await newest()).number;
  expect(data).toEqual({ change_count: 2, release: number, planned: null });
  expect((await waiting()).rows).toEqual([]);
  const { data: release } = await server.call(owner, readRelease, { number });
  expect(release).toMatchObject({ name: 'Black Friday', comment: 'For the sale' });
  expect((await server.call(owner, describeRelease, { number, name: 'Cyber Monday' })).data).toMatchObject({
    number,
    comment: '',
  });
  expect(await newest()).toMatchObject({ name: 'Cyber Monday', comment: '' });
  const tooLong = await server.call(owner, describeRelease, { number, name: 'x'.repeat(maximumReleaseNameLength + 1) });
  expect(tooLong.errors).toMatchObject([{ field: 'name', code: 'maximumLength' }]);
  expect((await server.call(owner, describeRelease, { number: 9999, name: 'x' })).status).toBe(404);
  expect((await server.call(owner, publishWaiting, {})).data).toEqual({ change_count: 0, release: null, planned: null });
});

test('keeps the impact that the check expected, and refuses one that is no check', async () => {
  const query = {
    collection_id: 1,
    q: 'kettle',
    is_category: false,
    searches: 9,
    before: 3,
    after: 4,
    moved: 1,
    added: 1,
    gone: 0,
  };
  const expected = { checked: 40, changed_share: 0.25, changed: 1, emptied: 0, queries: [query] };
  await server.call(owner, charFilters.create, { from: '‡', to: 'double dagger' });
  expect((await server.call(owner, publishWaiting, { expected: { ...expected, checked: -1 } })).status).toBe(422);
  const { data } = await server.call(owner, publishWaiting, { expected });
  expect((await server.call(owner, readRelease, { number: data!.release! })).data!.expected).toEqual(expected);
  await server.call(owner, synonyms.create, { term: 'unchecked', synonyms: ['plain'] });
  const { number } = await newest();
  expect((await server.call(owner, readRelease, { number })).data!.expected).toBeNull();
});

test('a release waits for its moment, is refused in the past, and is cancelled by members of its project only', async () => {
  const filter = (await server.call(owner, charFilters.create, { from: '†', to: 'dagger' })).data!;
  const past = await server.call(owner, publishWaiting, { publish_at: Date.now() - 1 });
  expect(past.errors).toMatchObject([{ field: 'publish_at', code: 'momentPast' }]);
  const publish_at = Date.now() + 3_600_000;
  const { data } = await server.call(owner, publishWaiting, { name: 'Sale', publish_at });
  expect(data).toEqual({ change_count: 1, release: null, planned: expect.any(Number) });
  const id = data!.planned!;
  const told = await waiting();
  expect(told.rows).toMatchObject([{ name: '†', planned: id, held_by: id, goes_live: 'onPublish' }]);
  expect(told.planned).toEqual([{ id, name: 'Sale', comment: '', publish_at, user: 'Test Person', change_count: 1 }]);
  expect((await server.call(owner, reloadRules, {})).data).toEqual({ change_count: 0, release: null });
  // The plan keeps the version before.
  await server.call(owner, charFilters.update, { id: filter.id, from: '†', to: 'cross' });
  expect((await waiting()).rows).toMatchObject([{ name: '†', planned: null, held_by: id, goes_live: 'onPublish' }]);
  const stranger = await server.emptyShop('stranger@releases.example');
  expect((await server.call(stranger, cancelPlanned, { id })).status).toBe(404);
  expect((await server.call(stranger, readWaiting, {})).data!.planned).toEqual([]);
  expect((await server.call(owner, cancelPlanned, { id })).status).toBe(200);
  expect(await waiting()).toMatchObject({ rows: [{ name: '†', planned: null, goes_live: 'atMidnight' }], planned: [] });
  expect((await server.call(owner, reloadRules, {})).data).toMatchObject({ change_count: 1 });
});

test('two releases are compared, the older one first', async () => {
  const { number } = await newest();
  const { data: mug } = await server.call(owner, synonyms.create, { term: 'mug', synonyms: ['cup'] });
  await server.call(owner, synonyms.update, { id: mug!.id, term: 'mug', synonyms: ['cup', 'beaker'] });
  const compared = await server.call(owner, compareReleases, { number: number + 2, with: number });
  expect(compared.data).toMatchObject({
    from: number,
    to: number + 2,
    counts: { synonyms: { added: 1 } },
    changes: [{ id: mug!.id, kind: 'added', name: 'mug', before: null, after: { synonyms: ['cup', 'beaker'] }, is_live: true }],
  });
  const turned = await server.call(owner, compareReleases, { number, with: number + 2 });
  expect(turned.data).toEqual(compared.data);
  expect((await server.call(owner, compareReleases, { number, with: 9999 })).status).toBe(404);
});

test('a rule that comes back says who brought it back', async () => {
  const { data: jug } = await server.call(owner, synonyms.create, { term: 'jug', synonyms: ['pitcher'] });
  const { number } = await newest();
  await server.call(owner, synonyms.remove, { id: jug!.id });
  await server.call(owner, restoreRelease, { number });
  const { data } = await server.call(owner, synonyms.read, { id: jug!.id });
  expect(data).toMatchObject({ term: 'jug', updated_by: 'Test Person' });
});

test('undoing one change keeps later ones and is recorded as an undo of its release', async () => {
  const { data: tub } = await server.call(owner, synonyms.create, { term: 'tub', synonyms: ['basin'] });
  const { number } = await newest();
  const { data: rug } = await server.call(owner, synonyms.create, { term: 'rug', synonyms: ['carpet'] });
  const rule = { source: 'synonyms', id: tub!.id };
  const { data } = await server.call(owner, restoreRelease, { number: number - 1, rule, undoes: number });
  expect(data).toMatchObject({ reason: 'undo', restored: number, counts: { synonyms: { deleted: 1 } } });
  expect((await server.call(owner, synonyms.read, { id: rug!.id })).data).toMatchObject({ term: 'rug' });
});

test('the effect of restoring is shown first, with rules of deleted collections', async () => {
  const { data: added } = await server.call(owner, createCollection, { name: 'Short-lived' });
  const c = added!.id;
  const { data: phrase } = await server.call(owner, phrases.create, { c, phrase: 'garden hose' });
  const { number } = await newest();
  const { data: lamp } = await server.call(owner, synonyms.create, { term: 'short-lived', synonyms: ['light'] });
  await server.call(owner, removeCollection, { id: c });
  const { data: preview } = await server.call(owner, previewRestore, { number });
  expect(preview!.live_number).toBe((await newest()).number);
  expect(preview!.changes).toMatchObject([{ source: 'synonyms', id: lamp!.id, kind: 'deleted', after: null }]);
  const gone = { source: 'phrases', id: phrase!.id, collection_id: c, name: 'garden hose', reason: 'collectionGone' };
  expect(preview!.staying).toContainEqual(gone);
  const { data: restored } = await server.call(owner, restoreRelease, { number, live_number: preview!.live_number });
  expect(restored!.staying).toEqual(preview!.staying);
  expect((await server.call(owner, synonyms.read, { id: lamp!.id })).status).toBe(404);
});

test('a setting that restoring does not take back is listed and stays', async () => {
  const { number } = await newest();
  const { data: field } = await server.call(owner, addField, { collection_id: owner.collectionId, name: 'made_since' });
  const { data } = await server.call(owner, previewRestore, { number, source: 'fields', id: field!.id });
  expect(data).toMatchObject({ changes: [], staying: [{ source: 'fields', name: 'made_since', reason: 'fixed' }] });
});

test('everybody who made a release is named, and a release says whether the one before can be restored', async () => {
  const { data } = await server.call(owner, listReleases, { per_page: 1, source: 'nothing' });
  expect(data!.people).toMatchObject([{ name: 'Test Person' }]);
  const { number } = await newest();
  const previous = async (of: number) => (await server.call(owner, readRelease, { number: of })).data!.previous;
  expect(await previous(number)).toEqual({ number: number - 1, can_restore: true });
  expect(await previous(1)).toBeNull();
});

test('an import that changes no rule and no setting makes no release', async () => {
  const { number } = await newest();
  await server.call(owner, reloadFeed, { id: owner.feedId });
  await server.imported(owner, owner.feedId);
  expect((await newest()).number).toBe(number);
});

test('settings of a collection go live only with its update', async () => {
  const id = owner.collectionId;
  await server.call(owner, updateCollection, { id, relevant_rate: 100 });
  await server.call(owner, synonyms.create, { term: 'pot', synonyms: ['pan'] });
  const rate = async () => (await server.app.releases.live({ id: owner.projectId })).relevance[id]!.relevantRate;
  expect(await rate()).toBe(70);
  expect((await waiting()).rows).toMatchObject([{ source: 'collections', collection_id: id, goes_live: 'onUpdate' }]);
  await server.call(owner, applyCollection, { id });
  expect(await rate()).toBe(100);
});

describe('a call that changes something by GET', () => {
  const get = (headers: Record<string, string>, url = '/api/elastic/reload', method: 'GET' | 'HEAD' = 'GET') =>
    server.app.http.inject({ method, url, headers: { [projectHeader]: owner.project, ...headers } });
  const session = () => ({ [sessionHeader]: owner.token });

  test('works with the session header, once for two calls at a time', async () => {
    await server.call(owner, charFilters.create, { from: '~', to: 'about' });
    const both = await Promise.all([get(session()), get(session())]);
    const counts = both.map((answer) => answer.json<{ data: { change_count: number } }>().data.change_count);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
  });

  test.each([
    ['without the session header', { authorization: 'Bearer x' }, 401],
    ['that is a link', { 'sec-fetch-mode': 'navigate' }, 403],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that fetches ahead', { 'sec-purpose': 'prefetch' }, 403],
    ['that fetches ahead in the old way', { purpose: 'prefetch' }, 403],
  ])('is refused to one %s', async (_what, headers, status) => {
    const known = status === 401 ? {} : session();
    for (const { path } of [reloadRules, recreateCollection, applyCollection])
      expect((await get({ ...known, ...headers }, `${path}?id=${owner.collectionId}`)).statusCode).toBe(status);
  });
});
