import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { Rule } from '#engine/query/pipeline.ts';
import { readContent } from './content.ts';
import { guarded } from './guarded-rule.ts';
import type { SkippedRow } from './live-release.ts';
import type { StoredVersion } from './released-rows.store.ts';
import type { AnyRuleSource, ReleasedRow } from './rule-source.ts';
import { stemsOf } from '#engine/query/rule-matching.ts';

/** Rows that act by stems are merged in so many parts: a change merges those of its stems, and a query is taken through those of its own. */
const partCount = 64;

function partOf(stem: string): number {
  let sum = 0;
  for (let at = 0; at < stem.length; at += 1) sum = (Math.imul(sum, 31) + stem.charCodeAt(at)) >>> 0;
  return sum % partCount;
}

/** One rule of all parts; none where there are none. */
function ruleByStems(parts: ReadonlyMap<number, Rule>): readonly Rule[] {
  const [first] = parts.values();
  if (first === undefined) return [];
  return [
    {
      stage: first.stage,
      apply(draft) {
        const asked = new Set(stemsOf(draft.groups).map(partOf));
        let next = draft;
        for (const number of asked) next = parts.get(number)?.apply(next) ?? next;
        return next;
      },
    },
  ];
}

interface CompiledRow {
  readonly row: ReleasedRow;
  /** Of a row that acts by stems, what acts by those of one part. */
  readonly prepared: readonly unknown[];
}

const wholeProject = 0;
const onlyPart = 0;

/** Rows of one collection, or of the project, that are merged together: all of them, or those that act by some stems. */
interface Part {
  rows: Map<number, CompiledRow>;
  /** Whether another copy has the same rows, so that they are copied before they change. */
  isShared: boolean;
  rule: Rule | null;
  isStale: boolean;
}

/** Gives a part rows of its own, which are about to change. */
function ownRows(part: Part): Map<number, CompiledRow> {
  if (part.isShared) part.rows = new Map(part.rows);
  part.isShared = false;
  part.isStale = true;
  return part.rows;
}

/** Rows of one kind of rule, each compiled by itself, so that a change costs what changed. What can't be compiled is left out and told. */
export class CompiledRows {
  readonly source: AnyRuleSource;
  readonly #tell: (source: string, error: unknown) => void;
  #skipped = new Map<number, string>();
  readonly #parts = new Map<number, Map<number, Part>>();
  #failure: string | null = null;
  /** Rows of higher ids are in no part, so those that are read in order aren't looked for. */
  #highestId = 0;

  /** `tell` hears of a rule that failed while it acted, once for each time that it was put together. */
  constructor(source: AnyRuleSource, tell: (source: string, error: unknown) => void) {
    this.source = source;
    this.#tell = tell;
    // A kind without rows may do something all the same.
    if (source.byStem === undefined) this.#part(wholeProject, onlyPart);
  }

  #place(collectionId: number): Map<number, Part> {
    const parts = this.#parts.get(collectionId) ?? new Map<number, Part>();
    this.#parts.set(collectionId, parts);
    return parts;
  }

  #part(collectionId: number, number: number): Part {
    const parts = this.#place(collectionId);
    const part = parts.get(number) ?? { rows: new Map(), isShared: false, rule: null, isStale: true };
    parts.set(number, part);
    return part;
  }

  /** What a row does, by the number of the part that does it. */
  #divided(prepared: unknown): ReadonlyMap<number, readonly unknown[]> {
    const { byStem } = this.source;
    if (byStem === undefined) return new Map([[onlyPart, [prepared]]]);
    const parts = new Map<number, unknown[]>();
    for (const [stem, acting] of byStem(prepared)) {
      const number = partOf(stem);
      const others = parts.get(number);
      if (others === undefined) parts.set(number, [acting]);
      else others.push(acting);
    }
    return parts;
  }

  /** The same rows, to be changed without changing these. Costs as many steps as there are parts. */
  copy(): CompiledRows {
    const copy = new CompiledRows(this.source, this.#tell);
    copy.#skipped = new Map(this.#skipped);
    copy.#failure = this.#failure;
    copy.#highestId = this.#highestId;
    for (const [collectionId, parts] of this.#parts)
      for (const [number, part] of parts) {
        part.isShared = true;
        copy.#place(collectionId).set(number, { ...part });
      }
    return copy;
  }

  put(version: StoredVersion, analyser: Analyser): void {
    if (version.is_in_force === 0) this.remove(version.row_id);
    else this.#put(version.row_id, () => readContent(this.source, version), analyser);
  }

  #put(id: number, read: () => ReleasedRow, analyser: Analyser): void {
    this.remove(id);
    this.#highestId = Math.max(this.#highestId, id);
    try {
      const row = read();
      if (row.is_active === false) return;
      for (const [number, prepared] of this.#divided(this.source.prepare(row, analyser)))
        ownRows(this.#part(this.#placeOf(row.collection_id), number)).set(id, { row, prepared });
    } catch (error) {
      this.#skipped.set(id, String(error));
    }
  }

  /** Compiles every row again, for another language. A row at each step. */
  *recompile(analyser: Analyser): Generator<void> {
    const parts = [...this.#parts.values()].flatMap((ofPlace) => [...ofPlace.values()]);
    const rows = new Map(parts.flatMap((part) => [...part.rows]));
    for (const [id, { row }] of rows) {
      this.#put(id, () => row, analyser);
      yield;
    }
  }

  remove(id: number): void {
    if (id > this.#highestId) return;
    for (const parts of this.#parts.values()) for (const part of parts.values()) if (part.rows.has(id)) ownRows(part).delete(id);
    this.#skipped.delete(id);
  }

  /** Puts together again what changed, a part at each step. */
  *merge(analyser: Analyser): Generator<void> {
    for (const parts of this.#parts.values())
      for (const part of parts.values()) {
        if (!part.isStale) continue;
        part.isStale = false;
        this.#failure = null;
        try {
          const rows = [...part.rows.values()].sort(byPosition).flatMap(({ prepared }) => prepared);
          part.rule = guarded(this.source.merge(rows, analyser), (error) => this.#tell(this.source.key, error));
        } catch (error) {
          part.rule = null;
          this.#failure = String(error);
        }
        yield;
      }
  }

  #placeOf(collectionId: number | undefined): number {
    return this.source.scope === 'project' ? wholeProject : (collectionId ?? wholeProject);
  }

  /** Those that act on searches in a collection, one after the other. */
  rulesOf(collectionId: number): readonly Rule[] {
    return this.#rulesIn(this.#parts.get(this.#placeOf(collectionId)) ?? new Map());
  }

  get rules(): readonly Rule[] {
    return [...this.#parts.values()].flatMap((parts) => this.#rulesIn(parts));
  }

  #rulesIn(parts: ReadonlyMap<number, Part>): readonly Rule[] {
    const rules = new Map([...parts].flatMap(([number, { rule }]) => (rule === null ? [] : [[number, rule] as const])));
    return this.source.byStem === undefined ? [...rules.values()] : ruleByStems(rules);
  }

  get skipped(): readonly SkippedRow[] {
    const rows = [...this.#skipped].map(([id, reason]) => ({ source: this.source.key, id, reason }));
    return this.#failure === null ? rows : [...rows, { source: this.source.key, id: null, reason: this.#failure }];
  }
}

const byPosition = ({ row: one }: CompiledRow, { row: other }: CompiledRow): number =>
  (one.position ?? 0) - (other.position ?? 0) || one.id - other.id;
