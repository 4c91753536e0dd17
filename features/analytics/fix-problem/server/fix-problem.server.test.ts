import { beforeAll, expect, test, vi } from 'vitest';
import { addDays, dayOf } from '#contract/days.ts';
import { queryLogStore } from '#features/front-api/searched-terms/server/query-log.store.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import {
  exportSearchesWithoutResults,
  listSearchesWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { exportSearchTrends, listSearchTrends } from '#features/analytics/search-trends/search-trends.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { type FeedShop, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import {
  acceptFixes,
  countOpenQueries,
  dismissQueries,
  type Fix,
  proposeFixes,
  type QueryState,
  readProblem,
  reopenQueries,
  undoFixes,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';

const names = [
  'Lednice Beko kombinovaná',
  'Lednice Whirlpool bílá',
  'Lednice Gorenje vestavná',
  'Mobilní telefon Samsung',
  'Mobilní telefon Nokia',
  'Dámské boty',
  'Zubní pasta',
  'Kalkulačka 234',
  'Vysoušeč vlasů',
  'Kožich krátký',
];
const items = names.map((name, at) => JSON.stringify({ id: `p${at}`, name, price: 100 + at })).join('\n');
const today = dayOf(Date.now(), 'UTC');

const shops = await sharedFeedShops();
let shop: FeedShop;
const c = () => shop.collectionId;
let number = 0;

interface Logged {
  readonly term: string;
  readonly visitor: string;
  readonly found?: number;
  readonly foundAs?: string;
  /** Before now. */
  readonly minutesAgo?: number;
}

/** Has visitors have searched. Answers the ids of their queries. */
async function searched(queries: readonly Logged[], projectId = shop.projectId, collectionId = c()): Promise<string[]> {
  const entries = queries.map(({ term, visitor, found = 0, foundAs = null, minutesAgo = 60 }) => {
    const queryId = `query-${(number += 1)}`;
    const happenedAt = Date.now() - minutesAgo * 60_000;
    const after = {
      queryId,
      searchId: queryId,
      projectId,
      collectionId,
      day: today,
      happenedAt,
      language: 'cs',
      term,
      resultObject: 'search' as const,
      itemCount: found,
      foundAs,
      tookMilliseconds: 1,
      visitorHash: visitor,
      uses: [],
      isCounted: true,
    };
    return { before: null, after };
  });
  await queryLogStore(shops.server.app.db).add(entries);
  return entries.map(({ after }) => after.queryId);
}

const visitors = (count: number, of = 'v'): string[] => Array.from({ length: count }, (_, at) => `${of}${at}`);
const range = { start: addDays(today, -6), end: addDays(today, 1) };

async function asked<Answer>(call: Promise<{ data: Answer | null; msg: string }>): Promise<Answer> {
  const { data, msg } = await call;
  if (data === null) throw new Error(msg);
  return data;
}
const list = (state: QueryState = 'open', actor = shop.actor) =>
  asked(shops.server.call(actor, listSearchesWithoutResults, { ...range, state }));
const queriesIn = async (state: QueryState) => (await list(state)).items.map(({ query }) => query);
const problem = (q: string) => asked(shops.server.call(shop.actor, readProblem, { c: c(), q, ...range }));
const best = async (query: string) =>
  (await asked(shops.server.call(shop.actor, proposeFixes, { c: c(), queries: [query] })))[0]!.proposal;
const accept = (query: string, fix: Fix, seen: number | null = null) =>
  asked(shops.server.call(shop.actor, acceptFixes, { c: c(), fixes: [{ query, fix, seen }] }));

beforeAll(async () => {
  shop = await shops.shop(shops.host.put('/fixes.ndjson', items), { language: 'cs' });
  await shops.server.imported(shop.actor, shop.feedId);
});

test.each([
  ['lednnice', 'synonym', 'lednice', ['spelling'], 3],
  ['lednièe', 'synonym', 'lednice', null, 3],
  ['ěšč', 'fixit', '234', ['keyboard'], 1],
  ['yubní', 'fixit', 'zubní', ['keyboard'], 1],
  ['mobilnitelefon', 'synonym', 'mobilní telefon', ['compound'], 2],
] as const)('%s is mended by a %s to %s', async (query, kind, to, evidence, count) => {
  const { proposals } = await problem(query);
  const [first] = proposals;
  expect(first).toMatchObject({ fix: { kind, to: [to] }, total_count: count });
  if (evidence) expect(first!.evidence.map((one) => one.kind)).toEqual(evidence);
  expect(first!.items).toHaveLength(Math.min(3, count));
  // What it says is so once it is saved.
  expect((await best(query))?.fix).toEqual(first!.fix);
});

test.each(['lodnice', 'rasta', 'asdfghjkl', 'm4čf lednicexx', 'kufřík na kolečkách', '?', 'p0p9p8'])(
  'nothing is proposed for %s',
  async (query) => expect((await problem(query)).proposals).toEqual([]),
);

test('what the same visitors searched next and clicked is proposed, and a popular query is not because it follows everything', async () => {
  await searched(visitors(60, 'other').map((visitor) => ({ term: 'boty', visitor, found: 1, minutesAgo: 40 })));
  await searched(visitors(12).map((visitor) => ({ term: 'chladnička', visitor })));
  const next = await searched(visitors(8).map((visitor) => ({ term: 'lednice', visitor, found: 3, minutesAgo: 50 })));
  await searched(visitors(3).map((visitor) => ({ term: 'boty', visitor, found: 1, minutesAgo: 45 })));
  await searched([{ term: 'kožich', visitor: 'v0', found: 1, minutesAgo: 44 }]);
  expect(next).toHaveLength(8);
  const { proposals, queries, users_affected: users, unknown_words: unknown } = await problem('chladnička');
  expect({ queries, users, unknown }).toEqual({ queries: 12, users: 12, unknown: ['chladnička'] });
  expect(proposals).toHaveLength(1);
  expect(proposals[0]).toMatchObject({
    fix: { kind: 'synonym', term: 'chladnička', to: ['lednice'] },
    evidence: [{ kind: 'next', count: 8 }],
    total_count: 3,
    searches: 12,
  });
});

test('items that were clicked after a query are proposed as its first, those that are gone are not', async () => {
  const ids = await searched(visitors(4, 'fen').map((visitor) => ({ term: 'fén na vlasi', visitor })));
  const click = (queryId: string, itemId: string, at: number) => ({
    eventId: `click-${queryId}-${itemId}`,
    projectId: shop.projectId,
    collectionId: c(),
    day: today,
    type: 'click' as const,
    itemId,
    happenedAt: Date.now() - at,
    queryId,
    position: 1,
    quantity: null,
    price: null,
    currency: null,
    visitor: 'fen',
  });
  await eventStore(shops.server.app.db).add(ids.flatMap((id) => [click(id, 'p8', 1_000), click(id, 'gone', 900)]));
  // The searches of clicks are looked for every second.
  await vi.waitFor(
    async () => {
      const curation = (await problem('fén na vlasi')).proposals.find(({ fix }) => fix.kind === 'curation');
      expect(curation).toMatchObject({
        fix: { term: 'fén na vlasi', to: ['p8'] },
        evidence: [{ kind: 'clicked', count: 4 }],
        items: [{ id: 'p8', name: 'Vysoušeč vlasů' }],
      });
    },
    { timeout: 120_000, interval: 200 },
  );
});

test('a proposal is counted with the searches of all queries that its rule would mend', async () => {
  await searched(visitors(5, 'm').map((visitor) => ({ term: 'mobyl', visitor })));
  await searched([
    { term: 'lednnice', visitor: 'a' },
    { term: 'lednnice samsung', visitor: 'b' },
    { term: 'lednnice pračka', visitor: 'c' },
  ]);
  // Which queries found nothing is known for a few seconds.
  await expect
    .poll(async () => (await problem('lednnice')).proposals[0], { interval: 500 })
    .toMatchObject({
      fix: { kind: 'synonym', to: ['lednice'] },
      searches: 3,
    });
});

test('what is accepted is a rule that acts, and the query is fixed until it finds nothing again', async () => {
  await searched(visitors(3, 'l').map((visitor) => ({ term: 'lednyce', visitor })));
  expect(await queriesIn('open')).toContain('lednyce');
  const proposal = (await best('lednyce'))!;
  const openBefore = (await asked(shops.server.call(shop.actor, countOpenQueries, {}))).count;
  expect(await problem('lednyce')).toMatchObject({ found_now: 0, is_redirected: false });
  const { fixed, refused } = await accept('lednyce', proposal.fix);
  expect((await problem('lednyce')).found_now).toBeGreaterThan(0);
  expect(refused).toEqual([]);
  expect(fixed).toMatchObject([{ query: 'lednyce', rule: { source: 'synonyms' }, release: expect.any(Number) as number }]);
  expect(await queriesIn('open')).not.toContain('lednyce');
  const row = (await list('fixed')).items.find(({ query }) => query === 'lednyce');
  expect(row).toMatchObject({ rule: fixed[0]!.rule, item_count: proposal.total_count });
  expect((await asked(shops.server.call(shop.actor, countOpenQueries, {}))).count).toBe(openBefore - 1);
  const shown = await asked(shops.server.call({}, frontSearch, { token: shop.actor.project!, q: 'lednyce' }));
  expect(shown).toMatchObject({ total_count: proposal.total_count, corrected_query: null });

  await searched([{ term: 'lednyce', visitor: 'l9', minutesAgo: -1 }]);
  expect(await queriesIn('open')).toContain('lednyce');
  // Whoever has seen the list before changes nothing of it.
  expect((await accept('lednyce', { kind: 'fixit', term: 'lednyce', to: ['lednice'] })).changed).toEqual(['lednyce']);
  const seen = (await list()).items.find(({ query }) => query === 'lednyce')!.changed_at;
  const again = await accept('lednyce', { kind: 'fixit', term: 'lednyce', to: ['lednice'] }, seen);
  expect(again.fixed).toHaveLength(1);
});

test('a query that finds something by now is fixed without a rule', async () => {
  await searched([{ term: 'kalkulačka', visitor: 'k', minutesAgo: 30 }]);
  expect(await queriesIn('open')).toContain('kalkulačka');
  await searched([{ term: 'kalkulačka', visitor: 'k2', found: 1, minutesAgo: 2 }]);
  expect(await queriesIn('open')).not.toContain('kalkulačka');
  expect((await list('fixed')).items.find(({ query }) => query === 'kalkulačka')).toMatchObject({ rule: null });
});

test('lists a corrected query apart until a synonym finds it as typed', async () => {
  const corrected = { term: 'kalkulaččka', visitor: 'k1', found: 1, foundAs: 'kalkulačka' };
  const open = await queriesIn('open');
  await searched([{ term: 'kalkulaččka', visitor: 'k0', minutesAgo: 90 }, corrected, { ...corrected, visitor: 'k2' }]);
  expect(await queriesIn('open')).toEqual(open);
  const [row] = (await list('corrected')).items;
  expect(row).toMatchObject({ query: 'kalkulaččka', queries: 2, users_affected: 3, item_count: 1, found_as: 'kalkulačka' });
  const proposal = (await best('kalkulaččka'))!;
  expect(proposal.fix).toEqual({ kind: 'synonym', term: 'kalkulaččka', to: ['kalkulačka'] });
  await accept('kalkulaččka', proposal.fix);
  expect(await queriesIn('corrected')).toEqual([]);
  expect(await queriesIn('fixed')).toContain('kalkulaččka');
  expect((await problem('kalkulaččka')).found_now).toBe(1);
});

test('a double click and two people at once add one rule, and both of two synonyms of one word stay', async () => {
  await searched(['ledniska', 'chladnicka'].map((term) => ({ term, visitor: 'd' })));
  const fix = { kind: 'synonym', term: 'ledniska', to: ['lednice'] } satisfies Fix;
  const answers = await Promise.all([accept('ledniska', fix), accept('ledniska', fix), accept('ledniska', fix)]);
  expect(answers.flatMap(({ fixed }) => fixed)).toHaveLength(1);
  expect(answers.flatMap(({ changed }) => changed)).toHaveLength(2);
  const rows = await asked(shops.server.call(shop.actor, synonyms.list, { search: 'ledniska' }));
  expect(rows.items).toHaveLength(1);

  await searched(['skříň bílá', 'skříň nízká'].map((term) => ({ term, visitor: 'd' })));
  const both = await Promise.all([
    accept('skříň bílá', { kind: 'synonym', term: 'skříň', to: ['lednice'] }),
    accept('skříň nízká', { kind: 'synonym', term: 'skříň', to: ['boty'] }),
  ]);
  expect(both.flatMap(({ fixed }) => fixed)).toHaveLength(2);
  const [merged] = (await asked(shops.server.call(shop.actor, synonyms.list, { search: 'skříň' }))).items;
  expect(merged!.synonyms.toSorted()).toEqual(['boty', 'lednice']);
});

test('a rule that somebody has made already is never overwritten', async () => {
  await shops.server.call(shop.actor, fixits.create, { term: 'pračka', catalog_term: 'boty' });
  await searched([{ term: 'pračka', visitor: 'p' }]);
  const { fixed, refused } = await accept('pračka', { kind: 'fixit', term: 'pračka', to: ['lednice'] });
  expect(fixed).toEqual([]);
  expect(refused).toMatchObject([{ query: 'pračka', message: expect.stringContaining('already used') as string }]);
  expect(await queriesIn('fixed')).toContain('pračka');
  const [kept] = (await asked(shops.server.call(shop.actor, fixits.list, { search: 'pračka' }))).items;
  expect(kept?.catalog_term).toBe('boty');
});

test('a curation waits for midnight, and searches until then open nothing again', async () => {
  await searched([{ term: 'dárek pro babičku', visitor: 'g' }]);
  const done = await accept('dárek pro babičku', { kind: 'curation', term: 'dárek pro babičku', to: ['p5', 'p6'] });
  expect(done.fixed).toMatchObject([{ rule: { source: 'curations' }, release: null }]);
  await searched([{ term: 'dárek pro babičku', visitor: 'g2', minutesAgo: 0 }]);
  expect(await queriesIn('fixed')).toContain('dárek pro babičku');
  const [curation] = (await asked(shops.server.call(shop.actor, curations.list, { c: c(), search: 'dárek' }))).items;
  expect(curation!.promoted.map(({ id }) => id)).toEqual(['p5', 'p6']);
});

test('what is dismissed never comes back, until it is opened again, and undoes no fix of somebody else', async () => {
  await searched([{ term: 'gumový medvídek', visitor: 'x' }]);
  const dismiss = (query: string, seen: number | null = null) =>
    asked(shops.server.call(shop.actor, dismissQueries, { queries: [{ query, seen }] }));
  expect((await dismiss('gumový medvídek')).queries).toHaveLength(1);
  await searched([{ term: 'gumový medvídek', visitor: 'y', minutesAgo: -2 }]);
  expect(await queriesIn('open')).not.toContain('gumový medvídek');
  expect(await queriesIn('dismissed')).toEqual(['gumový medvídek']);
  expect((await list('open')).counts.dismissed).toBe(1);
  expect((await accept('gumový medvídek', { kind: 'fixit', term: 'gumový medvídek', to: ['boty'] })).changed).toHaveLength(1);
  await asked(shops.server.call(shop.actor, reopenQueries, { queries: ['gumový medvídek'] }));
  expect(await queriesIn('open')).toContain('gumový medvídek');
  expect((await dismiss('ledniska')).queries).toEqual([]);
  expect((await asked(shops.server.call(shop.actor, reopenQueries, { queries: ['ledniska'] }))).queries).toEqual([]);
});

test('hostile queries are answered, and none of them becomes more than text', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '%',
    "'; drop table query_fix; --",
    'ě'.repeat(100),
    'x y '.repeat(60).trim(),
    '[',
    '__proto__',
  ];
  await searched(hostile.map((term) => ({ term, visitor: 'h' })));
  for (const query of hostile) {
    expect((await problem(query)).proposals, query).toEqual([]);
    expect((await asked(shops.server.call(shop.actor, dismissQueries, { queries: [{ query }] }))).queries, query).toHaveLength(1);
  }
  expect(await queriesIn('dismissed')).toEqual(expect.arrayContaining(hostile));
  const tooLong = await shops.server.call(shop.actor, readProblem, { c: c(), q: 'x'.repeat(2_000), ...range });
  expect(tooLong.status).toBe(422);
  const wrong = await accept(
    '[',
    { kind: 'fixit', term: '[', to: ['javascript:alert(1)'] },
    (await list('dismissed')).items.find(({ query }) => query === '[')!.changed_at,
  );
  expect(wrong.refused).toHaveLength(1);
});

test('no rule is made for what something personal was taken out of, so it is no problem to fix', async () => {
  const count = async () => (await asked(shops.server.call(shop.actor, countOpenQueries, {}))).count;
  const [listed, counted] = [(await list('open')).total_count, await count()];
  const terms = ['[e-mail] lednice', 'order [number]', 'zzqqww'];
  await searched(terms.map((term) => ({ term, visitor: 'e' })));
  expect([(await list('open')).total_count, await count()]).toEqual([listed + 1, counted + 1]);
  expect(await queriesIn('open')).toContain('zzqqww');
  expect(await problem('[e-mail] lednice')).toMatchObject({ is_masked: true, proposals: [] });
  expect(await best('[e-mail] lednice')).toBeNull();
  const { refused } = await accept('[e-mail] lednice', { kind: 'fixit', term: '[e-mail] lednice', to: ['lednice'] });
  expect(refused).toHaveLength(1);
});

test('a project neither sees nor changes what another one did', async () => {
  const other = await shops.shop(shops.host.put('/others.ndjson', items), { language: 'cs' });
  await shops.server.imported(other.actor, other.feedId);
  await searched([{ term: 'gumový medvídek', visitor: 'x' }], other.projectId);
  const rows = await list('open', other.actor);
  expect(rows.items.map(({ query }) => query)).toEqual(['gumový medvídek']);
  const foreign = await shops.server.call(other.actor, readProblem, { c: c(), q: 'lednnice', ...range });
  expect(foreign.status).toBe(404);
});

test('a query that is redirected finds no items, and opens again when its rule is gone', async () => {
  await searched([{ term: 'konvyce', visitor: 'r', minutesAgo: 5 }]);
  const address = 'https://shop.example/konvice';
  const { fixed } = await accept('konvyce', { kind: 'fixit', term: 'konvyce', to: [address] });
  const { redirect } = await asked(shops.server.call({}, frontSearch, { token: shop.actor.project!, q: 'konvyce' }));
  expect(redirect).toBe(address);
  await searched([{ term: 'konvyce', visitor: 'r', minutesAgo: -1 }]);
  expect(await queriesIn('fixed')).toContain('konvyce');
  expect((await list('fixed')).items.find(({ query }) => query === 'konvyce')?.item_count).toBeNull();
  await asked(shops.server.call(shop.actor, fixits.remove, { id: fixed[0]!.rule.id }));
  expect(await queriesIn('open')).toContain('konvyce');
});

const undo = (fixes: readonly { query: string; changed_at: number; release: number | null }[]) =>
  asked(
    shops.server.call(shop.actor, undoFixes, {
      fixes: fixes.map(({ query, changed_at: seen, release }) => ({ query, seen, release })),
    }),
  );

test('undoes a fix with its rule, of two words of one synonym both, and nothing that somebody changed since', async () => {
  await searched(['stůl bílá', 'stůl zubní', 'židle'].map((term) => ({ term, visitor: 'u' })));
  const rowsOf = async (search: string) =>
    (await asked(shops.server.call(shop.actor, synonyms.list, { search }))).items.map((row) => row.synonyms);
  const first = await accept('stůl bílá', { kind: 'synonym', term: 'stůl', to: ['lednice'] });
  const second = await accept('stůl zubní', { kind: 'synonym', term: 'stůl', to: ['pasta'] });
  expect(await queriesIn('fixed')).toEqual(expect.arrayContaining(['stůl bílá', 'stůl zubní']));
  expect((await undo(first.fixed)).queries).toEqual([]);
  expect((await undo([...first.fixed, ...second.fixed])).queries).toEqual(['stůl bílá', 'stůl zubní']);
  expect(await rowsOf('stůl')).toEqual([]);
  expect(await queriesIn('open')).toContain('stůl bílá');
  expect((await undo(first.fixed)).queries).toEqual([]);

  const curated = await accept('židle', { kind: 'curation', term: 'židle', to: ['p5'] });
  expect(curated.fixed).toMatchObject([{ release: null }]);
  expect((await undo(curated.fixed)).queries).toEqual(['židle']);
  expect((await asked(shops.server.call(shop.actor, curations.list, { c: c(), search: 'židle' }))).items).toEqual([]);
  expect(await queriesIn('open')).toContain('židle');
});

test('a query is fixed by a rule that somebody adds elsewhere, and open again without it', async () => {
  const own = await shops.shop(shops.host.put('/now.ndjson', items), { language: 'cs' });
  await shops.server.imported(own.actor, own.feedId);
  const call = { ...range, state: 'fixed' as const };
  await searched(
    [
      { term: 'pohovka', visitor: 'n' },
      { term: 'boty', visitor: 'n', found: 1 },
    ],
    own.projectId,
    own.collectionId,
  );
  const { id } = await asked(shops.server.call(own.actor, synonyms.create, { term: 'pohovka', synonyms: ['lednice'] }));
  expect((await list('open', own.actor)).items).toEqual([]);
  expect((await asked(shops.server.call(own.actor, countOpenQueries, {}))).count).toBe(0);
  expect((await list('fixed', own.actor)).items).toMatchObject([
    { query: 'pohovka', item_count: 3, rule: { source: 'synonyms', id } },
  ]);
  const fileOf = async (sort: 'item_count') => {
    const trends = await asked(shops.server.call(own.actor, listSearchTrends, { ...range, sort, order: 'desc' }));
    const { csv } = await asked(shops.server.call(own.actor, exportSearchTrends, { ...range, sort, order: 'desc' }));
    const lines = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const place = lines[0]!.indexOf('Found');
    return { listed: trends.items.map(({ query }) => query), found: lines.slice(1).map((cells) => [cells[0], cells[place]]) };
  };
  expect(await fileOf('item_count')).toEqual({
    listed: ['pohovka', 'boty'],
    found: [
      ['pohovka', '3'],
      ['boty', '1'],
    ],
  });
  const swr = await asked(shops.server.call(own.actor, exportSearchesWithoutResults, call));
  expect(swr.csv).toContain('pohovka,1,3,');
  await shops.server.call(own.actor, synonyms.remove, { id });
  expect((await list('open', own.actor)).items).toMatchObject([{ query: 'pohovka', item_count: 0 }]);
  expect((await fileOf('item_count')).listed).toEqual(['boty', 'pohovka']);
});
