import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import { type QueryDraft, type Rule, ruleStages } from '#engine/query/pipeline.ts';
import type { LiveRelease, ReleaseSettings, SkippedRow } from './live-release.ts';
import type { CompiledSource, ReleasedRow, RowKey } from './rule-source.ts';
import { readContent, type RowVersion } from './versions.store.ts';
import { inSlices } from '#server/base/slices.ts';

/** Order of kinds within a stage; unnamed kinds follow, by key. */
const order: readonly string[] = [
  'character-filters',
  'fixits',
  'stopwords',
  'synonyms',
  'phrases',
  'boosts',
  'curations',
  'banners',
];

interface Ordered {
  readonly key: string;
  readonly rule: Rule;
}

const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);

/** Independent of the order in which features are registered. */
export const byStageAndKind = (one: Ordered, other: Ordered): number =>
  ruleStages.indexOf(one.rule.stage) - ruleStages.indexOf(other.rule.stage) ||
  placeOf(one.key) - placeOf(other.key) ||
  (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);

export interface VersionChanges {
  readonly removed: readonly RowKey[];
  readonly put: readonly RowVersion[];
}

interface KnownRow {
  readonly row: ReleasedRow;
  /** Characters of its stored content. */
  readonly size: number;
  prepared: { readonly analyser: Analyser; readonly value: unknown } | null;
}

/** Rows of one source, which act unless they fail to compile. */
interface Rows {
  readonly known: Map<number, KnownRow>;
  readonly unreadable: Map<number, string>;
}

interface CompiledKind {
  /** By collection id; `wholeProject` for rules of all of them. */
  readonly rules: ReadonlyMap<number, Rule>;
  readonly skipped: readonly SkippedRow[];
}

const wholeProject = 0;

export interface CompiledRelease {
  readonly release: LiveRelease;
  readonly language: string;
  readonly rows: ReadonlyMap<string, Rows>;
  readonly kinds: ReadonlyMap<string, CompiledKind>;
  /** Characters of the stored content of all rows. */
  readonly size: number;
}

interface Needs {
  readonly settings: ReleaseSettings;
  readonly sources: readonly CompiledSource[];
  /** Called once for each compiled rule that throws on a query. */
  readonly onFailure: (source: string, error: unknown) => void;
}

/** Compiles a release from an earlier one, which stays as it is, and what changed since. Kinds that changed are merged whole. */
export async function compileRelease(
  { settings, sources, onFailure }: Needs,
  before: CompiledRelease | null,
  number: number,
  changes: Iterable<VersionChanges> | AsyncIterable<VersionChanges>,
): Promise<CompiledRelease> {
  const breathe = inSlices();
  const rows = new Map(before?.rows);
  const changed = new Set<string>();
  const changing = (key: string): Rows => {
    const last = rows.get(key);
    if (last && changed.has(key)) return last;
    const copy = { known: new Map(last?.known), unreadable: new Map(last?.unreadable) };
    rows.set(key, copy);
    changed.add(key);
    return copy;
  };
  for await (const { removed, put } of changes) {
    for (const { source, id } of removed) remove(changing(source), id);
    for (const version of put) {
      const rule = sources.find(({ key }) => key === version.source);
      const setting = settings.sources.find(({ key }) => key === version.source);
      if (rule) putVersion(changing(rule.key), version, true);
      else if (setting) putVersion(changing(setting.key), version, false);
      await breathe();
    }
  }

  const { language, relevance, columns } = settings.compile((key) => inOrder(rows.get(key)).map(({ row }) => row));
  const analyser = analyserOf(language);
  const kinds = new Map<string, CompiledKind>();
  for (const source of sources) {
    const last = language === before?.language && !changed.has(source.key) ? before.kinds.get(source.key) : undefined;
    kinds.set(source.key, last ?? (await compileKind(source, rows.get(source.key), analyser, onFailure, breathe)));
  }
  const ordered = (isIn: (place: number) => boolean): readonly Rule[] =>
    [...kinds]
      .flatMap(([key, { rules }]) => [...rules].flatMap(([place, rule]) => (isIn(place) ? [{ key, rule }] : [])))
      .sort(byStageAndKind)
      .map(({ rule }) => rule);
  const ofCollections = new Map(
    Object.keys(relevance).map((id) => [Number(id), ordered((place) => place === wholeProject || place === Number(id))]),
  );
  const release: LiveRelease = {
    number,
    relevance,
    columns,
    rules: ordered(() => true),
    rulesOf: (collectionId) => ofCollections.get(collectionId) ?? [],
    skipped: [
      ...settings.sources.flatMap(({ key }) => unreadableRows(key, rows.get(key))),
      ...[...kinds.values()].flatMap(({ skipped }) => skipped),
    ],
  };
  let size = 0;
  for (const { known } of rows.values()) for (const row of known.values()) size += row.size;
  return { release, language, rows, kinds, size };
}

export function actingRows({ rows, kinds }: CompiledRelease, key: string): ReleasedRow[] {
  const skipped = new Set(kinds.get(key)?.skipped.map(({ id }) => id));
  return inOrder(rows.get(key)).flatMap(({ row }) => (skipped.has(row.id) ? [] : [row]));
}

function remove({ known, unreadable }: Rows, id: number): void {
  known.delete(id);
  unreadable.delete(id);
}

function putVersion(rows: Rows, version: RowVersion, isRule: boolean): void {
  const id = version.row_id;
  remove(rows, id);
  if (isRule && version.is_in_force === 0) return;
  try {
    const row = readContent(version);
    if (!isRule || row.is_active !== false) rows.known.set(id, { row, size: version.content.length, prepared: null });
  } catch (error) {
    rows.unreadable.set(id, String(error));
  }
}

const inOrder = (rows: Rows | undefined): KnownRow[] =>
  [...(rows?.known.values() ?? [])].sort(
    ({ row: one }, { row: other }) => (one.position ?? 0) - (other.position ?? 0) || one.id - other.id,
  );

const unreadableRows = (source: string, rows: Rows | undefined): SkippedRow[] =>
  [...(rows?.unreadable ?? [])].map(([id, reason]) => ({ source, id, reason }));

async function compileKind(
  source: CompiledSource,
  rows: Rows | undefined,
  analyser: Analyser,
  onFailure: Needs['onFailure'],
  breathe: () => Promise<void>,
): Promise<CompiledKind> {
  const { key } = source;
  const skipped = unreadableRows(key, rows);
  // Some kinds act without rows.
  const places = new Map<number, unknown[]>(source.scope === 'project' ? [[wholeProject, []]] : []);
  for (const known of inOrder(rows)) {
    try {
      if (known.prepared?.analyser !== analyser) known.prepared = { analyser, value: source.prepare(known.row, analyser) };
      const place = source.scope === 'project' ? wholeProject : (known.row.collection_id ?? wholeProject);
      const prepared = places.get(place);
      if (prepared) prepared.push(known.prepared.value);
      else places.set(place, [known.prepared.value]);
    } catch (error) {
      skipped.push({ source: key, id: known.row.id, reason: String(error) });
    }
    await breathe();
  }
  const rules = new Map<number, Rule>();
  let failure: string | null = null;
  for (const [place, prepared] of places) {
    try {
      rules.set(
        place,
        guarded(source.merge(prepared, analyser), (error) => onFailure(key, error)),
      );
    } catch (error) {
      failure = String(error);
    }
    await breathe();
  }
  return { rules, skipped: failure === null ? skipped : [...skipped, { source: key, id: null, reason: failure }] };
}

/** A rule that throws on a query leaves the query as it is. */
function guarded(rule: Rule, onFailure: (error: unknown) => void): Rule {
  let isReported = false;
  const orElse =
    <Input extends readonly unknown[], Output>(work: (...input: Input) => Output, fallback: (...input: Input) => Output) =>
    (...input: Input): Output => {
      try {
        return work(...input);
      } catch (error) {
        if (!isReported) onFailure(error);
        isReported = true;
        return fallback(...input);
      }
    };
  const { stage, suggest, hides, words } = rule;
  return {
    stage,
    apply: orElse(
      (draft: QueryDraft) => rule.apply(draft),
      (draft) => draft,
    ),
    ...(suggest && { suggest: orElse(suggest, () => []) }),
    ...(hides && { hides }),
    ...(words && { words }),
  };
}
