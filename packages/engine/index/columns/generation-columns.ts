import { extendedColumn, globalColumn, type GlobalColumn } from './global-column.ts';
import type { Column } from '#engine/index/segment/column.ts';
import { slowColumnMaxValues, slowColumnMinValues } from '#engine/index/limits.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import { atOnce, type SlicedWork } from './slices.ts';

/** The columns of a segment as they are, or as they are going to be. */
type ColumnsOf = (segment: Segment) => readonly Column[];

/** The columns over all segments of a generation, made when they are first asked for. */
export class GenerationColumns {
  readonly #built: readonly Segment[];
  readonly #segments: readonly Segment[];
  readonly #columnsOf: ColumnsOf;
  /** Over the segments of the build alone, so that a change of the tail doesn't look at them again. */
  readonly #ofBuild: Map<string, GlobalColumn>;
  readonly #ofAll = new Map<string, GlobalColumn | null>();
  #bytes: number | null = null;

  constructor(
    built: readonly Segment[],
    segments = built,
    columnsOf: ColumnsOf = ({ columns }) => columns,
    before?: GenerationColumns,
  ) {
    this.#built = built;
    this.#segments = segments;
    this.#columnsOf = columnsOf;
    this.#ofBuild = new Map(before === undefined ? [] : before.#ofBuild);
  }

  get known(): readonly string[] {
    return [...this.#ofAll.keys()];
  }

  /** Fields whose columns a search would wait for, if it were the first to ask for them. */
  get slow(): readonly string[] {
    const valueCount = (index: number): number =>
      this.#segments.reduce((sum, segment) => sum + this.#columnsOf(segment)[index]!.meta.valueCount, 0);
    const fields = this.#segments[0]?.meta.columns.map(({ name }) => name) ?? [];
    return fields.filter((_, index) => {
      const count = valueCount(index);
      return count >= slowColumnMinValues && count <= slowColumnMaxValues;
    });
  }

  get bytes(): number {
    this.#bytes ??= [...new Set([...this.#ofBuild.values(), ...this.#ofAll.values()])].reduce(
      (sum, column) => sum + (column?.bytes ?? 0),
      0,
    );
    return this.#bytes;
  }

  /** null where there is no such column. */
  get(field: string): GlobalColumn | null {
    return this.#ofAll.get(field) ?? atOnce(this.make(field));
  }

  /** Makes a column before anybody waits for it. */
  *make(field: string): SlicedWork<GlobalColumn | null> {
    const known = this.#ofAll.get(field);
    if (known !== undefined) return known;
    const column = yield* this.#made(field);
    this.#ofAll.set(field, column);
    this.#bytes = null;
    return column;
  }

  *#made(field: string): SlicedWork<GlobalColumn | null> {
    const index = this.#segments[0]?.meta.columns.findIndex((column) => column.name === field) ?? -1;
    if (index < 0) return null;
    const columns = (segments: readonly Segment[]): Column[] => segments.map((segment) => this.#columnsOf(segment)[index]!);
    if (this.#built.length === 0) return yield* globalColumn(columns(this.#segments), index);
    const known = this.#ofBuild.get(field);
    const ofBuild = columns(this.#built);
    const built = yield* known === undefined ? globalColumn(ofBuild, index) : extendedColumn(known, ofBuild);
    this.#ofBuild.set(field, built);
    return yield* extendedColumn(built, columns(this.#segments));
  }
}
