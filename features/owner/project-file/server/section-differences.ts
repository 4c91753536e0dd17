import { isDeepStrictEqual } from 'node:util';
import { toldReleaseChanges } from '#contract/limits.ts';
import type { ChangeKind } from '#contract/rows/row-changes.ts';
import type { FileChange, ProjectImport } from '#features/owner/project-file/project-file.contract.ts';
import type { Section } from './file-sections.ts';
import type { KeyedRow } from '#server/rules/files/file-kind.ts';

const toldCharacters = 300;

interface Pair {
  readonly before: KeyedRow | undefined;
  readonly after: KeyedRow | undefined;
  /** It acts before or after others than it did. */
  readonly isMoved: boolean;
}

const placeOf = ({ kind, collection }: Section): string => `${kind.key} ${collection?.name ?? ''}`;

export function sectionDifferences(
  before: readonly Section[],
  after: readonly Section[],
): Pick<ProjectImport, 'counts' | 'changes'> {
  const known = new Map(before.map((section) => [placeOf(section), section]));
  const counts: Record<string, Partial<Record<ChangeKind, number>>> = {};
  const changes: FileChange[] = [];
  for (const section of after) {
    const own = known.get(placeOf(section));
    for (const pair of differingRows(own?.rows ?? [], section.rows)) {
      const change = own === undefined ? ofNewCollection(changeOf(section, pair)) : changeOf(section, pair);
      const ofSource = (counts[change.source] ??= {});
      ofSource[change.kind] = (ofSource[change.kind] ?? 0) + 1;
      if (changes.length < toldReleaseChanges) changes.push(change);
    }
  }
  return { counts, changes };
}

/** A collection that only the file has can't be opened yet. */
const ofNewCollection = (change: FileChange): FileChange => ({
  ...change,
  collection_id: null,
  name: `${change.collection} › ${change.name}`,
});

function differingRows(before: readonly KeyedRow[], after: readonly KeyedRow[]): Pair[] {
  const known = new Map(before.map((row, place) => [row.key, { row, place }]));
  const kept = new Set(after.map(({ key }) => key));
  const stayed = after.flatMap(({ key }) => known.get(key) ?? []);
  const inOrder = new Set(risingPlaces(stayed.map(({ place }) => place)).map((place) => stayed[place]!.row.key));
  const pairs = after.map((row): Pair => {
    const own = known.get(row.key)?.row;
    return { before: own, after: row, isMoved: own !== undefined && !inOrder.has(row.key) };
  });
  const gone = before.filter(({ key }) => !kept.has(key)).map((row): Pair => ({ before: row, after: undefined, isMoved: false }));
  return [...pairs.filter((pair) => pair.isMoved || !isDeepStrictEqual(pair.before?.values, pair.after?.values)), ...gone];
}

function changeOf({ kind, collection }: Section, pair: Pair): FileChange {
  const row = (pair.after ?? pair.before)!;
  return {
    source: kind.key,
    id: row.shown.id,
    collection_id: collection?.id ?? null,
    collection: collection?.name ?? null,
    kind: changeKind(pair),
    name: row.name,
    before: pair.before?.shown ?? null,
    after: pair.after?.shown ?? null,
    is_live: false,
    fields: fieldsOf(pair),
  };
}

function changeKind({ before, after }: Pair): ChangeKind {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  const [wasOn, isOn] = [before, after].map(({ shown }) => shown['is_active'] !== false);
  return wasOn === isOn ? 'changed' : isOn ? 'turnedOn' : 'turnedOff';
}

function fieldsOf({ before, after, isMoved }: Pair): FileChange['fields'] {
  const [old, young] = [before?.values ?? {}, after?.values ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])];
  const fields = names
    .filter((name) => !isDeepStrictEqual(old[name], young[name]))
    .map((field) => ({ field, before: told(old[field]), after: told(young[field]) }));
  return isMoved ? [...fields, { field: 'order', before: null, after: null }] : fields;
}

function told(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > toldCharacters ? `${text.slice(0, toldCharacters)}…` : text;
}

/**
 * Of numbers in a row, the places of as many as possible that rise: a longest increasing subsequence, by patience sorting
 * (C. Schensted, "Longest increasing and decreasing subsequences", 1961).
 */
export function risingPlaces(numbers: readonly number[]): number[] {
  /** For each length, the place of the smallest number that such a sequence ends with. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const places: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = before[place]) places.push(place);
  return places.toReversed();
}
