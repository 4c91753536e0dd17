/**
 * What many rules cost a shop: searches beside those of the same shop without rules, asked in turn; until a saved rule is live, and how
 * long the event loop stands still for it and for what people do beside; how much the database grows by saves; a start with many such projects; hostile expressions.
 * Run: node bench/search-settings.bench.ts [items=50000] [projects=200] [saves=1000]
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { InputOf } from '#contract/endpoint.ts';
import type { Crud } from '#contract/crud.ts';
import { createProject, listProjects, readCurrentProject } from '#features/owner/projects/projects.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { compilePattern } from '#features/search-settings/fixit/server/query-pattern.rule.ts';
import { readBadges } from '#features/search-settings/linter/linter.contract.ts';
import { reloadRules } from '#features/search-settings/releases/releases.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { maximumQueryLength } from '#contract/limits.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { words } from './engine-products.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { startShop } from './running-shop.ts';
import { ndjson } from './synthetic-feed.ts';

const [items = 50_000, projects = 200, saves = 1000] = process.argv.slice(2).map(Number);
const counts = { synonyms: 5000, fixits: 500, patterns: 200, curations: 2000, stopwords: 300, boosts: 50 };
const rounds = 3000;
const ofKinds =
  `${counts.synonyms} synonyms, ${counts.fixits} replacing terms (${counts.patterns} patterns), ` +
  `${counts.curations} curations, ${counts.stopwords} ignored terms and ${counts.boosts} boosts`;
const limits = { timesAsLong: 1.1, liveMs: 150, stallMs: 10, growth: 3, startMs: 3000, firstMs: 100, expressionMs: 5 };
const betweenSavesMs = 5;
const firstSearches = 20;
const timesBeside = 50;
const none = { searchThreads: null };

const word = (at: number): string => words[(at * 7919 + 13) % words.length] ?? '';
const asked = (round: number): string => words[20 + ((round * 7919) % 3000)] ?? '';
const times = <One>(count: number, make: (at: number) => One): One[] => Array.from({ length: count }, (_, at) => make(at));
const synonym = (at: number, version = 0) => ({
  term: `${word(at)} ${at}`,
  synonym_type_id: 1,
  synonyms: [`${word(at * 3)} ${word(at * 5)}`, word(at * 7 + version)],
});
const rules = {
  synonyms: times(counts.synonyms, (at) => synonym(at)),
  fixits: times(counts.fixits, (at) => ({
    term: at < counts.patterns ? `^${word(at)} (?:${word(at * 3)}|${word(at * 5)})+$` : `${word(at)} ${word(at * 3)}`,
    is_regexp: at < counts.patterns,
    catalog_term: word(at * 11),
  })),
  curations: times(counts.curations, (at) => ({
    name: `curation ${at}`,
    queries: [
      { query: `${word(at)} ${word(at * 13)}`, match: 'is' },
      { query: `${word(at * 17)} ${at}`, match: 'contains' },
    ],
    promoted: times(5, (item) => ({ id: String((at * 31 + item) % items) })),
    hidden: [{ id: String((at * 31 + 9) % items) }],
  })),
  stopwords: times(counts.stopwords, (at) => ({ value: words[5000 + at] ?? '' })),
};

const shop = await startShop();
await shop.host.keep('items.ndjson', () => ndjson(items));
const [plain, ruled] = [await shop.add('items.ndjson'), await shop.add('items.ndjson')];
for (const feed of [plain, ruled]) await shop.imported(feed);
const who = { token: shop.session, project: ruled.token };

try {
  await setUp();
  await searches();
  await savesOfRules();
  await workBeside();
  hostileExpressions();
  await start();
} finally {
  await shop.close();
}

async function succeeded<Data>(answer: Promise<{ readonly err: number; readonly msg: string; readonly data: Data | null }>) {
  const { err, msg, data } = await answer;
  if (err !== 0 || data === null) throw new Error(msg);
  return data;
}

async function setUp(): Promise<void> {
  const [collection] = await succeeded(shop.server.call(who, listCollections, {}));
  const c = collection?.id ?? 0;
  const kinds: readonly (readonly [string, Crud, readonly object[]])[] = [
    ['synonyms', synonyms as unknown as Crud, rules.synonyms],
    ['fixits', fixits as unknown as Crud, rules.fixits],
    ['curations', curations as unknown as Crud, rules.curations],
    ['stopwords', stopwords as unknown as Crud, rules.stopwords],
  ];
  for (const [name, calls, rows] of kinds) {
    const input = { format: 'json', text: JSON.stringify(rows), dry_run: false, ...(name === 'curations' && { c }) };
    const outcome = await succeeded(shop.server.call(who, calls.importRows, input as InputOf<typeof calls.importRows>));
    if (outcome.new !== rows.length) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  }
  const boosts = times(counts.boosts, (at) => ({
    field: 'brand',
    type: 'value' as const,
    value: [word(at)],
    boost: 1 + (at % 5) / 10,
  }));
  await succeeded(shop.server.call(who, saveBoosts, { collection_id: c, overrides_relevance: false, boosts, publish: true }));
  await succeeded(shop.server.call(who, reloadRules, {}));
}

async function searches(): Promise<void> {
  const pool = new Pool(shop.server.url, { connections: 1 });
  const taken: Record<'plain' | 'ruled', number[]> = { plain: [], ruled: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? (['plain', 'ruled'] as const) : (['ruled', 'plain'] as const)) {
      const { token } = side === 'plain' ? plain : ruled;
      const query = `${asked(round)}+${asked(round * 31 + 1)}`;
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path: `/front/search?token=${token}&q=${query}` });
      await body.text();
      if (statusCode !== 200) throw new Error(`${statusCode} for ${query}`);
      if (round >= rounds / 10) taken[side].push(performance.now() - startedAt);
    }
  await pool.close();
  const [without, with_] = [timesOf(taken.plain), timesOf(taken.ruled)];
  const ratio = with_.p50 / without.p50;
  tell({ name: `search of ${items} items without rules`, times: without, searchThreads: serverSearchThreads });
  tell({
    name: `search of ${items} items with ${ofKinds}`,
    times: with_,
    value: `p50 ${ratio.toFixed(2)} times that without`,
    target: { text: `p50 ≤ ${limits.timesAsLong.toFixed(2)} times`, isMet: ratio <= limits.timesAsLong },
    searchThreads: serverSearchThreads,
  });
}

async function savesOfRules(): Promise<void> {
  const { items: rows } = await succeeded(shop.server.call(who, synonyms.list, { per_page: 100 }));
  const sizeOf = (name: string) => statSync(path.join(shop.data, name), { throwIfNoEntry: false })?.size ?? 0;
  const bytes = () => sizeOf('aisle.sqlite') + sizeOf('aisle.sqlite-wal');
  const before = bytes();
  await shop.longestStop();
  const live: number[] = [];
  for (let save = 0; save < saves; save += 1) {
    const row = rows[save % rows.length];
    if (!row) throw new Error('There are no synonyms.');
    const { term, synonym_type_id } = row;
    const changed = { id: row.id, term, synonym_type_id, synonyms: synonym(save, save + 1).synonyms };
    const startedAt = performance.now();
    await succeeded(shop.server.call(who, synonyms.update, changed));
    live.push(performance.now() - startedAt);
    await sleep(betweenSavesMs);
  }
  const { late, worked } = await shop.longestStop();
  const liveTimes = timesOf(live);
  tell({
    ...none,
    name: `a saved synonym is live, beside ${ofKinds}`,
    times: liveTimes,
    target: atMost('p95', limits.liveMs, liveTimes),
  });
  tell({
    ...none,
    name: `the longest that searches stood still for one of ${saves} saves`,
    value: `${late.toFixed(1)} ms, ${worked.toFixed(1)} ms of them processor time`,
    target: { text: `≤ ${limits.stallMs} ms`, isMet: late <= limits.stallMs },
  });
  const ruleBytes = Object.values(rules).reduce((sum, kind) => sum + JSON.stringify(kind).length, 0);
  const growth = (bytes() - before) / ruleBytes;
  tell({
    ...none,
    name: `the database after ${saves} saves`,
    value: `${((bytes() - before) / 1e6).toFixed(1)} MB more, ${growth.toFixed(2)} times the rules (${(ruleBytes / 1e6).toFixed(1)} MB)`,
    target: { text: `≤ ${limits.growth} times`, isMet: growth <= limits.growth },
  });
}

async function workBeside(): Promise<void> {
  const [collection] = await succeeded(shop.server.call(who, listCollections, {}));
  const c = collection?.id ?? 0;
  const { items: rows } = await succeeded(shop.server.call(who, curations.list, { c, per_page: 100 }));
  const works: Readonly<Record<string, (at: number) => Promise<unknown>>> = {
    'a saved curation': async (at) => {
      const row = rows[at % rows.length];
      if (!row) throw new Error('There are no curations.');
      const { id, queries, promoted, hidden } = row;
      const idsOf = (all: typeof promoted) => all.map((item) => ({ id: item.id }));
      const fields = {
        queries: queries.map(({ query, match }) => ({ query, match })),
        promoted: idsOf(promoted),
        hidden: idsOf(hidden),
      };
      await succeeded(shop.server.call(who, curations.update, { id, name: `changed ${at}`, ...fields }));
    },
    'a saved ignored term': (at) => succeeded(shop.server.call(who, stopwords.create, { value: `ignored${at}` })),
    'a list of curations': () => succeeded(shop.server.call(who, curations.list, { c })),
    'the counts in the menu': () => succeeded(shop.server.call(who, readBadges, {})),
  };
  for (const [name, work] of Object.entries(works)) {
    await shop.longestStop();
    const taken: number[] = [];
    for (let at = 0; at < timesBeside; at += 1) {
      const startedAt = performance.now();
      await work(at);
      taken.push(performance.now() - startedAt);
      await sleep(betweenSavesMs);
    }
    const { late, worked } = await shop.longestStop();
    tell({
      ...none,
      name: `${name}, beside ${ofKinds}`,
      times: timesOf(taken),
      value: `searches stood still for ${late.toFixed(1)} ms at most, ${worked.toFixed(1)} ms of them processor time`,
      target: { text: `≤ ${limits.stallMs} ms`, isMet: late <= limits.stallMs },
    });
  }
}

async function start(): Promise<void> {
  const { id } = await succeeded(shop.server.call(who, readCurrentProject, {}));
  for (let project = 0; project < projects; project += 1) {
    const input = { name: `Copy ${project}`, language: 'en', data_source: 'aisle_api', copy_from: id } as const;
    await succeeded(shop.server.call(who, createProject, input));
  }
  for (const end of ['stop', 'kill'] as const) {
    const took = await shop.restart(end);
    const told = end === 'stop' ? 'a start' : 'a start after the server was killed';
    tell({
      ...none,
      name: `${told}, with ${projects} projects that have ${ofKinds} each`,
      value: `${(took / 1000).toFixed(2)} s`,
      target: { text: `≤ ${limits.startMs / 1000} s`, isMet: took <= limits.startMs },
    });
  }
  const { data: all } = await shop.server.call({ token: shop.session }, listProjects, {});
  const tokens = (all ?? []).slice(-firstSearches).map(({ token }) => token);
  const taken: number[] = [];
  for (const token of tokens) {
    const startedAt = performance.now();
    const answer = await fetch(`${shop.server.url}/front/search?token=${token}&q=${asked(1)}`);
    if (answer.status !== 200) throw new Error(`${answer.status} for a project’s first search`);
    await answer.text();
    taken.push(performance.now() - startedAt);
  }
  const first = timesOf(taken);
  tell({
    ...none,
    name: `the first search of a project after a start, beside ${ofKinds}`,
    times: first,
    target: atMost('p50', limits.firstMs, first),
  });
}

function hostileExpressions(): void {
  const families = [
    (n: number) => `(a+)+${'b'.repeat(n % 7)}$`,
    (n: number) => `(a|a|${'a'.repeat((n % 9) + 1)})*$`,
    (n: number) => `(a?){${n % 200}}a{${n % 200}}`,
    (n: number) => `^(?:.*a){${(n % 30) + 1}}b`,
    (n: number) => `((a{1,${(n % 31) + 1}}){1,30})b`,
    (n: number) => `${'.*a'.repeat((n % 60) + 1)}b`,
    (n: number) => `(\\pL|\\pN|a){1,${(n % 200) + 1}}!`,
  ];
  const known = ['safe-regex_labelled.jsonl', 'vuln-regex-detector.jsonl'].flatMap((name) => {
    const file = sharedData(`hostile/redos/${name}`);
    const lines = file === null ? [] : readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { pattern: string }).pattern);
  });
  const expressions = [...known, ...times(500 - known.length, (n) => families[n % families.length]?.(n) ?? '')];
  const texts = [
    'a'.repeat(maximumQueryLength),
    `${'ab '.repeat(maximumQueryLength / 3)}!`,
    'aaaa1'.repeat(maximumQueryLength / 5),
  ];
  let [refused, longest] = [0, 0];
  for (const expression of expressions) {
    try {
      const pattern = compilePattern(expression);
      const works = [() => compilePattern(expression), ...texts.map((text) => () => pattern.test(text))];
      longest = Math.max(longest, ...works.map(quickest));
    } catch {
      refused += 1;
    }
  }
  tell({
    ...none,
    name: `${expressions.length} hostile expressions, each on queries of ${maximumQueryLength} letters`,
    value: `${refused} refused, the longest of the others takes ${longest.toFixed(1)} ms`,
    target: { text: `≤ ${limits.expressionMs} ms`, isMet: longest <= limits.expressionMs },
  });
}

/** The minimum of three, so that other programs count less. */
function quickest(work: () => unknown): number {
  const taken = times(3, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...taken);
}
