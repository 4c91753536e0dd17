import type { FeedRecord, RecordBatches } from './feed-record.ts';
import { sampleSize } from './limits.ts';

export interface RecordWork {
  read(records: readonly FeedRecord[]): readonly FeedRecord[];
  end?(): readonly FeedRecord[];
}

/** The first records in one batch. */
async function* sampleFirst(batches: RecordBatches): RecordBatches {
  let head: FeedRecord[] | null = [];
  for await (const batch of batches) {
    head?.push(...batch);
    if (head !== null && head.length < sampleSize) continue;
    yield head ?? batch;
    head = null;
  }
  if (head !== null) yield head;
}

/** `workOf` decides by the first records, which are processed, too; null passes all on. */
export async function* withSampledWork(
  batches: RecordBatches,
  workOf: (sampled: readonly FeedRecord[]) => RecordWork | null,
): RecordBatches {
  let work: RecordWork | null | undefined;
  for await (const batch of sampleFirst(batches)) {
    if (work === undefined) work = workOf(batch);
    yield work?.read(batch) ?? batch;
  }
  const rest = work?.end?.() ?? [];
  if (rest.length > 0) yield rest;
}

export interface FieldStage {
  /** Decides by records, the first of which bring new fields; null passes all on. */
  workOf(sampled: readonly FeedRecord[]): Pick<RecordWork, 'read'> | null;
  /** Rules of single fields stay; those of later fields are added. */
  readonly isPerField?: true;
}

const maxNames = 20_000;
const samplesPerField = sampleSize / 4;
const mostSamples = 10 * sampleSize;

/** Names of fields that came so far. */
export class SeenNames {
  readonly #names = new Set<string>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  all(): readonly string[] {
    return [...this.#names];
  }

  /** @returns names that come for the first time, and of each the first `most` records */
  add(records: readonly FeedRecord[], most: number): { readonly fresh: ReadonlySet<string>; readonly bringing: FeedRecord[] } {
    const counts = new Map<string, number>();
    const bringsNew = ({ fields }: FeedRecord): boolean => {
      let brings = false;
      for (const name in fields) {
        const isKnown = this.#names.has(name);
        const count = isKnown ? (counts.size === 0 ? undefined : counts.get(name)) : 0;
        if (count === undefined || count >= most || (!isKnown && this.#names.size >= maxNames)) continue;
        this.#names.add(name);
        counts.set(name, count + 1);
        brings = true;
      }
      return brings;
    };
    const bringing = records.filter(bringsNew);
    return { fresh: new Set(counts.keys()), bringing };
  }
}

class Stage {
  readonly #stage: FieldStage;
  readonly #names = new SeenNames();
  #head: readonly FeedRecord[] = [];
  #works: Pick<RecordWork, 'read'>[] = [];

  constructor(stage: FieldStage) {
    this.#stage = stage;
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    return this.#works.reduce((read, work) => work.read(read), records);
  }

  learn(bringing: readonly FeedRecord[]): readonly FeedRecord[] {
    const { fresh } = this.#names.add(bringing, 1);
    if (fresh.size > 0) {
      const { isPerField } = this.#stage;
      const sampled = isPerField ? bringing.map((record) => only(record, fresh)) : [...bringing, ...this.#head];
      const work = this.#stage.workOf(sampled);
      this.#works = [...(isPerField ? this.#works : []), ...(work ? [work] : [])];
      if (this.#head.length === 0) this.#head = bringing.slice(0, sampleSize);
    }
    return this.read(bringing);
  }
}

function only(record: FeedRecord, names: ReadonlySet<string>): FeedRecord {
  return { ...record, fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => names.has(name))) };
}

/** Stages decide by the first records, and again whenever fields come for the first time. */
export async function* withFieldStages(batches: RecordBatches, given: readonly FieldStage[]): RecordBatches {
  const stages = given.map((stage) => new Stage(stage));
  const names = new SeenNames();
  for await (const records of sampleFirst(batches)) {
    const { fresh, bringing } = names.add(records, samplesPerField);
    if (fresh.size > 0) stages.reduce((each: readonly FeedRecord[], stage) => stage.learn(each), bringing.slice(0, mostSamples));
    yield stages.reduce((each, stage) => stage.read(each), records);
  }
}
