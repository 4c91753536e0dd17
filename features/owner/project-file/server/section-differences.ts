import { isDeepStrictEqual } from 'node:util';
import { toldReleaseChanges } from '#contract/limits.ts';
import type { ChangeKind } from '#contract/rows/row-changes.ts';
import type { FileChange, ProjectImport } from '#features/owner/project-file/project-file.contract.ts';
import type { Section } from './file-sections.ts';
import type { KeyedRow } from '#server/rules/files/file-kind.ts';

const mostCharacters = 300;

interface Pair {
  readonly before: KeyedRow | undefined;
  readonly after: KeyedRow | undefined;
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
    for (const pair of differingRows(known.get(placeOf(section))?.rows ?? [], section.rows)) {
      const change = changeOf(section, pair);
      const ofSource = (counts[change.source] ??= {});
      ofSource[change.kind] = (ofSource[change.kind] ?? 0) + 1;
      if (changes.length < toldReleaseChanges) changes.push(change);
    }
  }
  return { counts, changes };
}

/** A row is moved if it comes after a row that it came before. */
function differingRows(before: readonly KeyedRow[], after: readonly KeyedRow[]): Pair[] {
  const known = new Map(before.map((row, place) => [row.key, { row, place }]));
  let furthest = -1;
  const pairs = after.map((row): Pair => {
    const own = known.get(row.key);
    const isMoved = own !== undefined && own.place < furthest;
    furthest = Math.max(furthest, own?.place ?? -1);
    return { before: own?.row, after: row, isMoved };
  });
  const kept = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !kept.has(key)).map((row): Pair => ({ before: row, after: undefined, isMoved: false }));
  return [...pairs.filter((pair) => pair.isMoved || !isDeepStrictEqual(pair.before?.values, pair.after?.values)), ...gone];
}

function changeOf({ kind, collection }: Section, { before, after, isMoved }: Pair): FileChange {
  return {
    source: kind.key,
    collection: collection?.name ?? null,
    kind: changeKind(before, after),
    name: (after ?? before)!.name,
    fields: [
      ...fieldsOf(before?.values ?? {}, after?.values ?? {}),
      ...(isMoved ? [{ field: 'order', before: null, after: null }] : []),
    ],
  };
}

function changeKind(before: KeyedRow | undefined, after: KeyedRow | undefined): ChangeKind {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  const [wasOn, isOn] = [before, after].map(({ values }) => values['is_active'] !== false);
  return wasOn === isOn ? 'changed' : isOn ? 'turnedOn' : 'turnedOff';
}

const fieldsOf = (before: KeyedRow['values'], after: KeyedRow['values']): FileChange['fields'] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((field) => ({ field, before: shortText(before[field]), after: shortText(after[field]) }));

function shortText(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
