import type { FeedRecord, RecordBatches } from './feed-record.ts';
import { sampleSize } from './limits.ts';

export interface RecordWork {
  read(records: readonly FeedRecord[]): readonly FeedRecord[];
  end?(): readonly FeedRecord[];
}

/** `workOf` decides by the first records, which are processed, too; null passes all on. */
export async function* withSampledWork(
  batches: RecordBatches,
  workOf: (sampled: readonly FeedRecord[]) => RecordWork | null,
): RecordBatches {
  let head: FeedRecord[] | null = [];
  let work: RecordWork | null = null;
  for await (const batch of batches) {
    if (head) {
      head.push(...batch);
      if (head.length < sampleSize) continue;
      work = workOf(head);
      yield work?.read(head) ?? head;
      head = null;
    } else yield work?.read(batch) ?? batch;
  }
  if (head) {
    work = workOf(head);
    yield work?.read(head) ?? head;
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

class Stage {
  readonly #stage: FieldStage;
  readonly #names = new Set<string>();
  #head: readonly FeedRecord[] = [];
  #works: Pick<RecordWork, 'read'>[] = [];

  constructor(stage: FieldStage) {
    this.#stage = stage;
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    return this.#works.reduce((read, work) => work.read(read), records);
  }

  learn(bringing: readonly FeedRecord[]): readonly FeedRecord[] {
    const fresh = newNames(bringing, this.#names);
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

function newNames(records: readonly FeedRecord[], known: Set<string>): ReadonlySet<string> {
  const fresh = new Set<string>();
  for (const { fields } of records) {
    for (const name in fields) {
      if (known.has(name) || known.size >= maxNames) continue;
      known.add(name);
      fresh.add(name);
    }
  }
  return fresh;
}

function only(record: FeedRecord, names: ReadonlySet<string>): FeedRecord {
  return { ...record, fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => names.has(name))) };
}

/** Stages decide by the first records, and again whenever fields come for the first time. */
export async function* withFieldStages(batches: RecordBatches, given: readonly FieldStage[]): RecordBatches {
  const stages = given.map((stage) => new Stage(stage));
  const names = new Set<string>();
  const learn = (records: readonly FeedRecord[]): void => void stages.reduce((bringing, stage) => stage.learn(bringing), records);
  const read = (records: readonly FeedRecord[]) => stages.reduce((each, stage) => stage.read(each), records);
  const bringsNew = ({ fields }: FeedRecord, fresh: Map<string, number>): boolean => {
    let brings = false;
    for (const name in fields) {
      const isKnown = names.has(name);
      const count = isKnown ? (fresh.size === 0 ? undefined : fresh.get(name)) : 0;
      if (count === undefined || count >= samplesPerField || (!isKnown && names.size >= maxNames)) continue;
      names.add(name);
      fresh.set(name, count + 1);
      brings = true;
    }
    return brings;
  };
  const learnFrom = (records: readonly FeedRecord[]): void => {
    const fresh = new Map<string, number>();
    const bringing = records.filter((record) => bringsNew(record, fresh));
    if (fresh.size > 0) learn(bringing.slice(0, mostSamples));
  };
  let head: FeedRecord[] | null = [];
  for await (const batch of batches) {
    head?.push(...batch);
    if (head !== null && head.length < sampleSize) continue;
    const records: readonly FeedRecord[] = head ?? batch;
    learnFrom(records);
    head = null;
    yield read(records);
  }
  if (head === null || head.length === 0) return;
  learnFrom(head);
  yield read(head);
}
