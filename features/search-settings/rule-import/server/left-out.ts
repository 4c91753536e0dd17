import { isErrorCode } from '#contract/errors.ts';
import type { RowMistake } from '#contract/rows/row-files.ts';
import type { ForeignRow, Place, PlacedLoss, PlacedRow } from './foreign-rules.ts';
import { lostTexts } from '#features/search-settings/rule-import/lost-texts.contract.ts';
import type { ImportedKind, LeftOut } from '#features/search-settings/rule-import/rule-import.contract.ts';

const toldPlaces = 20;
const toldCharacters = 200;

interface RefusedRows {
  readonly kind: ImportedKind;
  readonly rows: readonly PlacedRow[];
  readonly mistakes: readonly RowMistake[];
}

type One = Omit<LeftOut, 'count' | 'places'> & LeftOut['places'][number];

/** Reasons, and how many rules of the file they are about: one of which nothing is imported may have several. */
interface AllLeftOut {
  readonly reasons: LeftOut[];
  readonly counts: { readonly whole: number; readonly part: number };
}

/** What is lost and refused, by reason; whole entries before parts of some. */
export function leftOutOf(losses: readonly PlacedLoss[], refused: readonly RefusedRows[]): AllLeftOut {
  const taken = new Set(refused.flatMap(takenPlaces));
  const refusedPlaces = new Set(refused.flatMap(({ rows, mistakes }) => mistakes.map(({ line }) => rows[line - 1]?.place)));
  const isNothingTaken = (place: Place) => refusedPlaces.has(place) && !taken.has(place);
  const rules = { whole: new Set<Place>(), part: new Set<Place>() };
  const counted = (isPart: boolean, place: Place | undefined): boolean => {
    if (place) rules[isPart ? 'part' : 'whole'].add(place);
    return isPart;
  };
  const all: One[] = [
    ...losses.map(({ reason, what, line, place, isPart }): One => ({
      code: reason,
      message: lostTexts[reason],
      kind: null,
      field: '',
      is_part: counted(isPart && !isNothingTaken(place), place),
      ...place,
      ...(line !== undefined && { line }),
      what: shortened(what),
    })),
    ...refused.flatMap(({ kind, rows, mistakes }) =>
      mistakes.map((mistake) => {
        const placed = rows[mistake.line - 1];
        return refusal(kind, placed, mistake, counted(placed !== undefined && taken.has(placed.place), placed?.place));
      }),
    ),
  ];
  const groups = Map.groupBy(all, ({ code, message, kind, field, is_part: isPart }) =>
    JSON.stringify([isPart, code, message, kind, field]),
  );
  const told = Array.from(groups.values(), (group): LeftOut => {
    const [{ file: _file, line: _line, entry: _entry, what: _what, ...reason }] = group as [One, ...One[]];
    const places = group.slice(0, toldPlaces).map(({ file, line, entry, what }) => ({ file, line, entry, what }));
    return { ...reason, count: group.length, places };
  });
  const reasons = told.toSorted((one, other) => Number(one.is_part) - Number(other.is_part) || other.count - one.count);
  return { reasons, counts: { whole: rules.whole.size, part: rules.part.size } };
}

function takenPlaces({ rows, mistakes }: RefusedRows): Place[] {
  const lines = new Set(mistakes.map(({ line }) => line));
  return rows.filter((_row, at) => !lines.has(at + 1)).map(({ place }) => place);
}

function refusal(
  kind: ImportedKind,
  placed: PlacedRow | undefined,
  { field, code, message, parameters }: RowMistake,
  isPart: boolean,
): One {
  const place = placed?.place ?? { file: null, line: null, entry: null };
  return {
    code,
    message,
    kind,
    is_part: isPart,
    ...(parameters && { parameters }),
    field: isErrorCode(code) ? field : '',
    ...place,
    what: placed ? shortened(nameOf(placed.row)) : '',
  };
}

function nameOf(row: ForeignRow): string {
  if (row.kind === 'stopwords') return row.value;
  return row.kind === 'curations' ? row.name : row.term;
}

const shortened = (text: string): string => (text.length > toldCharacters ? `${text.slice(0, toldCharacters)}…` : text);
