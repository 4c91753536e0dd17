import type { Analyser } from '#engine/analysis/analyser.ts';
import type { Rule } from '#engine/pipeline.ts';
import { readContent } from './content.ts';
import type { SkippedRow } from './live-release.ts';
import type { StoredVersion } from './released-rows.store.ts';
import type { AnyRuleSource, ReleasedRow } from './rule-source.ts';

interface CompiledRow {
  readonly row: ReleasedRow;
  readonly prepared: unknown;
}

const wholeProject = 0;
/** Rows that act each by itself are merged in so many parts, and a change merges one of them. */
const partCount = 32;

/** Rows of one collection, or of the project, that are merged together. */
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

  /** `tell` hears of a rule that failed while it acted, once for each time that it was put together. */
  constructor(source: AnyRuleSource, tell: (source: string, error: unknown) => void) {
    this.source = source;
    this.#tell = tell;
    // A kind without rows may do something all the same.
    if (source.isDivisible !== true) this.#part(wholeProject, 0);
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

  #numberOf(id: number): number {
    return this.source.isDivisible === true ? Math.abs(id) % partCount : 0;
  }

  /** The same rows, to be changed without changing these. Costs as many steps as there are parts. */
  copy(): CompiledRows {
    const copy = new CompiledRows(this.source, this.#tell);
    copy.#skipped = new Map(this.#skipped);
    copy.#failure = this.#failure;
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
    try {
      const row = read();
      if (row.is_active === false) return;
      const prepared = this.source.prepare(row, analyser);
      ownRows(this.#part(this.#placeOf(row.collection_id), this.#numberOf(id))).set(id, { row, prepared });
    } catch (error) {
      this.#skipped.set(id, String(error));
    }
  }

  /** Compiles every row again, for another language. A row at each step. */
  *recompile(analyser: Analyser): Generator<void> {
    const parts = [...this.#parts.values()].flatMap((ofPlace) => [...ofPlace.values()]);
    const rows = parts.flatMap((part) => [...part.rows.values()]);
    for (const { row } of rows) {
      this.#put(row.id, () => row, analyser);
      yield;
    }
  }

  remove(id: number): void {
    for (const parts of this.#parts.values()) {
      const part = parts.get(this.#numberOf(id));
      if (part?.rows.has(id)) ownRows(part).delete(id);
    }
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
          const rows = [...part.rows.values()].sort(byPosition).map(({ prepared }) => prepared);
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
    const parts = this.#parts.get(this.#placeOf(collectionId))?.values() ?? [];
    return [...parts].flatMap(({ rule }) => rule ?? []);
  }

  get rules(): readonly Rule[] {
    return [...this.#parts.values()].flatMap((parts) => [...parts.values()]).flatMap(({ rule }) => rule ?? []);
  }

  get skipped(): readonly SkippedRow[] {
    const rows = [...this.#skipped].map(([id, reason]) => ({ source: this.source.key, id, reason }));
    return this.#failure === null ? rows : [...rows, { source: this.source.key, id: null, reason: this.#failure }];
  }
}

const byPosition = ({ row: one }: CompiledRow, { row: other }: CompiledRow): number =>
  (one.position ?? 0) - (other.position ?? 0) || one.id - other.id;

/** A rule that fails on a query leaves it as it is: what is wrong with one kind of rule is no reason to find nothing. */
function guarded(rule: Rule, tell: (error: unknown) => void): Rule {
  let isTold = false;
  const orElse = <Result>(result: Result, error: unknown): Result => {
    if (!isTold) tell(error);
    isTold = true;
    return result;
  };
  const { suggest, hides } = rule;
  return {
    stage: rule.stage,
    apply(draft) {
      try {
        return rule.apply(draft);
      } catch (error) {
        return orElse(draft, error);
      }
    },
    ...(suggest && {
      suggest(typed: string, limit: number) {
        try {
          return suggest(typed, limit);
        } catch (error) {
          return orElse([], error);
        }
      },
    }),
    ...(hides && { hides }),
  };
}
