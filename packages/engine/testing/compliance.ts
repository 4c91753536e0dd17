import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, publishItems, group, planOf, explain } from './catalogue.ts';
import { basicDuties } from './compliance-basics.ts';
import { changeDuties, type Exactness, patchDuties } from './compliance-changes.ts';
import { curationDuties } from './compliance-curations.ts';
import { fusionDuties, learnedDuties } from './compliance-learned.ts';
import { scoreDuties } from './compliance-scores.ts';
import { documentDuties, resultDuties } from './compliance-results.ts';
import { fieldDuties } from './compliance-fields.ts';
import { queryDuties, sessionDuties } from './compliance-queries.ts';
import { recreateDuties, sourceDuties } from './compliance-sources.ts';
import type { Item } from '#contract/item.ts';

const collection = 'names';

/** Engines round lengths of fields, and scores. */
const digits = 2;

const item = (id: string, name: string, description = 'one two three four five six seven eight'): Item => ({
  id,
  fields: { name, description },
});
const usual = Array.from({ length: 40 }, (_, number) =>
  item(`usual-${number}`, `Skládací stůl dubový číslo ${number} se zásuvkou a třemi policemi`),
);
const items: readonly Item[] = [
  ...usual,
  item('short', 'Lampička'),
  item('two', 'Stolní lampička'),
  item('long', 'Lampička se skládacím ramenem a dubovým podstavcem pro malé i velké stoly do dětského pokoje'),
  item('brief', 'Chair', 'walnut'),
  item('wordy', 'Chair', 'walnut and two three four five six seven'),
  item('twice', 'Garden hose garden hose with brass nozzle and reel'),
  item('thrice', 'Garden kettle garden kettle garden kettle with reel brass'),
  item('stuffed', 'Garden bucket garden bucket garden bucket garden bucket garden'),
];

/** The part of the duties that says how the length of a field and repeated words count. */
function nameDuties(engineNow: () => SearchEngine): void {
  const scoreOf = async (word: string): Promise<(id: string) => number> => {
    const { hits } = await engineNow().search(collection, planOf([group(word)], { size: 100 }));
    return (id) => hits.find((hit) => hit.id === id)?.score ?? NaN;
  };
  beforeAll(() => publishItems(engineNow(), collection, items));
  afterAll(() => engineNow().drop(collection));

  it('takes a short name for no better than a longer one, unless that is longer than usual', async () => {
    const score = await scoreOf('lampicka');
    expect(score('short')).toBeCloseTo(score('two'), digits);
    expect(score('long')).toBeLessThan(score('two') * 0.99);
  });

  it('takes a short description for better than a longer one', async () => {
    const score = await scoreOf('walnut');
    expect(score('brief')).toBeGreaterThan(score('wordy') * 1.1);
  });

  it('counts a word that is repeated up to three times', async () => {
    const score = await scoreOf('garden');
    expect(score('thrice')).toBeGreaterThan(score('twice') * 1.02);
    expect(score('stuffed')).toBeCloseTo(score('thrice'), digits);
  });

  it('reports how often a field contains a word, whatever the weights', async () => {
    const explanation = await explain(engineNow(), collection, planOf([group('garden')]), 'stuffed');
    expect(explanation?.matches[0]?.fields[0]?.termFrequency).toBe(5);
  });
}

/** Opens an engine on a folder of its own; opening the same folder again finds what was there. */
export type OpenEngine = (directory: string) => SearchEngine;

const itemCount = 1_500;

export interface ComplianceOptions {
  readonly exactness?: Exactness;
  /** How many made-up queries find what FTS5 finds. */
  readonly randomQueries?: number;
  /**
   * Default: all. `reading` is the same however an index was written. `changing` is about single items, `building` about whole sources.
   * `sessions` asks more of an engine whose threads search meanwhile.
   */
  readonly duties?: readonly ('basic' | 'reading' | 'changing' | 'building' | 'sessions')[];
}

/** Everything the port promises, asked of one engine. */
export function engineCompliance(
  name: string,
  openEngine: OpenEngine,
  {
    exactness = 'always',
    randomQueries = 300,
    duties = ['basic', 'reading', 'changing', 'building', 'sessions'],
  }: ComplianceOptions = {},
): void {
  describe(`${name}: the duties of a search engine`, () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'aisle-compliance-'));
    const items = [...catalogue(itemCount)];
    let engine: SearchEngine;

    beforeAll(async () => {
      engine = openEngine(directory);
      await publishItems(engine, 'products', items);
    });
    afterAll(async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    });

    const reopen = async (): Promise<void> => {
      await engine.close();
      engine = openEngine(directory);
    };
    if (duties.includes('basic')) basicDuties({ engineNow: () => engine, reopen, items, randomQueries, exactness });
    if (duties.includes('reading')) {
      resultDuties(() => engine, items);
      curationDuties(() => engine, items);
      learnedDuties(() => engine, items);
      fusionDuties(() => engine);
      scoreDuties(() => engine, items);
      queryDuties(() => engine);
      fieldDuties(() => engine);
      if (exactness === 'always') nameDuties(() => engine);
      documentDuties(() => engine);
    }
    if (duties.includes('sessions')) sessionDuties(() => engine);
    if (duties.includes('changing')) {
      changeDuties(exactness, () => engine, reopen);
      patchDuties(() => engine, reopen);
    }
    if (duties.includes('building')) {
      sourceDuties(() => engine, reopen);
      recreateDuties(() => engine, reopen);
    }
  });
}
