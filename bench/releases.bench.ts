/**
 * Time until searches use a saved rule, and the longest stop of the event loop for it, beside many rules of twelve kinds in a SQLite file.
 * Run: node bench/releases.bench.ts [synonyms=5000] [phrases=1500] [saves=200]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFound, phraseRows } from '#features/data/phrases/server/phrases.store.ts';
import { phrases } from '#features/data/phrases/phrases.contract.ts';
import { phraseRule } from '#features/data/phrases/server/phrases.rule.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { ruleSource } from '#server/rules/rows/rule-source.ts';
import { sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { addKind, addProject, addSynonyms, releaseKit, synonymStore } from '#server/rules/releases/testing/release-kit.ts';
import { randomNumbers, words } from './products.ts';
import { atMost, report, timesOf } from './figures.ts';

const [synonymCount = 5000, phraseCount = 1500, saves = 200] = process.argv.slice(2).map(Number);
const otherKinds = 10;
const liveWithinMs = 150;
const stallWithinMs = 10;
const betweenSavesMs = 20;
const directory = mkdtempSync(path.join(tmpdir(), 'aisle-releases-'));
const random = randomNumbers(7);
const word = (): string => words[Math.floor(random() * words.length)] ?? '';
const synonym = (number: number) => ({
  term: `${word()} ${number}`,
  synonym_type_id: 1 as const,
  synonyms: [`${word()} ${word()}`, word(), `${word()} ${number}`],
  is_active: true,
});
const who = { userId: null, reason: 'bench' };

try {
  const db = await openDatabase(sqlite(path.join(directory, 'aisle.sqlite')));
  const { releases } = releaseKit(db);
  addSynonyms(releases);
  releases.add(
    ruleSource(phrases, phraseRows, { key: 'phrases', table: 'phrase', nameOf: ({ phrase }) => phrase, ...phraseRule }),
  );
  for (let kind = 0; kind < otherKinds; kind += 1) addKind(releases, `kind-${kind}`);
  const project = await addProject(db);
  const { id: first } = await releases.change(project, { ...who, live: ['collections'] }, async (handle) => {
    const collectionId = await collectionStore(handle).insert(project, 'Products');
    const mined = Array.from({ length: phraseCount }, (_, number) => ({
      stems: `${word()} ${number}`,
      phrase: `${word()} ${word()} ${number}`,
      source: 'name' as const,
      itemCount: number,
      searchCount: 0,
    }));
    await replaceFound(handle, { ...project, collectionId }, mined, Date.now());
    return synonymStore(handle).insert(project, ...Array.from({ length: synonymCount }, (_, number) => synonym(number)));
  });
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  lateness.enable();
  const startedAt = performance.now();
  await releases.live(project);
  const whole = performance.now() - startedAt;
  const wholeStall = lateness.max / 1e6;
  lateness.reset();
  const times: number[] = [];
  for (let save = 0; save < saves; save += 1) {
    const savedAt = performance.now();
    await releases.change(project, who, (handle) =>
      synonymStore(handle).update(project, first + (save % synonymCount), synonym(synonymCount + save)),
    );
    times.push(performance.now() - savedAt);
    await sleep(betweenSavesMs);
  }
  const rules = `${synonymCount} synonyms, ${phraseCount} phrases and ${otherKinds} kinds more`;
  const live = timesOf(times);
  report({ name: `a saved synonym is live, beside ${rules}`, times: live, target: atMost('p95', liveWithinMs, live) });
  const stall = lateness.max / 1e6;
  report({
    name: 'the longest stop of the event loop for a save',
    value: `${stall.toFixed(1)} ms`,
    target: { text: `≤ ${stallWithinMs} ms`, isMet: stall <= stallWithinMs },
  });
  report({
    name: 'all rules are compiled after a start',
    value: `${Math.round(whole)} ms, the event loop stopped for ${wholeStall.toFixed(1)} ms at most`,
  });
  await db.destroy();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
