import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, publishItems } from './catalogue.ts';
import { basicDuties } from './compliance-basics.ts';
import { changeDuties, type Exactness, patchDuties } from './compliance-changes.ts';
import { curationDuties, scoreDuties } from './compliance-scores.ts';
import { documentDuties, resultDuties } from './compliance-results.ts';
import { fieldDuties } from './compliance-fields.ts';
import { nameDuties } from './compliance-names.ts';
import { queryDuties, sessionDuties } from './compliance-queries.ts';
import { recreateDuties, sourceDuties } from './compliance-sources.ts';

/** Opens an engine on a folder of its own; opening the same folder again finds what was there. */
export type OpenEngine = (directory: string) => SearchEngine;

const itemCount = 1_500;

export interface ComplianceOptions {
  readonly exactness?: Exactness;
  /** How many made-up queries find what FTS5 finds. */
  readonly randomQueries?: number;
  /**
   * Which duties are asked; all of them where nothing is said. `reading` is the same however an index was written, and of `writing` only
   * `sessions` asks more of an engine whose threads search meanwhile.
   */
  readonly duties?: readonly ('basic' | 'reading' | 'writing' | 'sessions')[];
}

/** Everything the port promises, asked of one engine. */
export function engineCompliance(
  name: string,
  openEngine: OpenEngine,
  { exactness = 'always', randomQueries = 300, duties = ['basic', 'reading', 'writing', 'sessions'] }: ComplianceOptions = {},
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
      scoreDuties(() => engine, items);
      queryDuties(() => engine);
      fieldDuties(() => engine);
      if (exactness === 'always') nameDuties(() => engine);
      documentDuties(() => engine);
    }
    if (duties.includes('sessions')) sessionDuties(() => engine);
    if (duties.includes('writing')) {
      changeDuties(exactness, () => engine, reopen);
      patchDuties(() => engine, reopen);
      sourceDuties(() => engine, reopen);
      recreateDuties(() => engine, reopen);
    }
  });
}
