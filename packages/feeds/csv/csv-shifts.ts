import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields, problemOf } from '#feeds/feed-record.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { type ItemField, plainName } from '#feeds/mapping/item-fields.ts';
import { fitTests, isEan } from '#feeds/mapping/mapping-values.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { type RecordWork, withSampledWork } from '#feeds/sampled-work.ts';
import { parseNumber, parsePrice } from '#feeds/values/price.ts';

const kinds: readonly ((text: string) => boolean)[] = [
  (text) => /^(?:true|false|yes|no|y|n|t|f|ano|ne|ja|nein|oui|non|si|sí|tak|nie|да|нет|так|ні|evet|hayır)$/i.test(text),
  (text) => parseNumber(text) !== null,
  (text) => /^(?:https?:)?\/\//i.test(text),
];
const leastValues = 4;
const leastShare = 0.8;
const leastRows = 3;
const raggedShare = 0.2;
const decisive: ReadonlySet<string> = new Set(
  (['id', 'name', 'price', 'price_before', 'availability', 'url'] as const).flatMap((field) => knownNames[field]),
);

interface Column {
  readonly name: string;
  readonly isDecisive: boolean;
  /** Null for texts. */
  readonly fits: ((text: string) => boolean) | null;
}

/**
 * A row with too few or too many cells whose values don't fit their columns has a separator too many or too few: it is an error
 * if a price, stock, name or id may be shifted, and otherwise loses the shifted values. Reports files in which every row differs
 * from the header, and aligns them where that is certain.
 */
export function withoutShiftedRows(
  batches: RecordBatches,
  names: readonly string[],
  tell: (warning: FeedWarning) => void,
): RecordBatches {
  return withSampledWork(batches, (head) => new ShiftedRows(head, names, tell));
}

class ShiftedRows implements RecordWork {
  readonly #columns: readonly Column[];
  /** Rows of all widths are checked: a separator too many may make up for an omitted cell. */
  readonly #isRagged: boolean;
  /** Every row has as many cells. */
  readonly #isUniform: boolean;
  /** By column, the one that its cells belong to; null for themselves. */
  readonly #targets: ReadonlyMap<string, string> | null;

  constructor(head: readonly FeedRecord[], names: readonly string[], tell: (warning: FeedWarning) => void) {
    const widths = new Set(head.map((record) => misfitOf(record)?.field ?? null));
    const [missing] = widths;
    this.#isRagged = widths.size > 1 && head.filter(misfitOf).length >= head.length * raggedShare;
    this.#isUniform = head.length >= leastRows && widths.size === 1 && missing !== null && missing !== undefined;
    const width = names.indexOf(missing ?? '');
    const isUnnamed = names.slice(width).every((name) => /^column \d+$/.test(name));
    const gap = this.#isUniform && !isUnnamed ? gapIn(head, names, width) : width;
    this.#targets =
      gap === width
        ? null
        : new Map(names.slice(0, width).map((name, at) => [name, names[at < gap ? at : at + names.length - width]!]));
    this.#columns = names.map((name) =>
      columnOf(
        name,
        head.map((record) => this.#aligned(record)),
      ),
    );
    if (this.#isUniform && !isUnnamed)
      tell({
        code: 'shiftedColumns',
        details: { cells: String(width), columns: String(names.length) },
      });
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    return records.map((record) =>
      this.#isRagged || misfitOf(record) !== undefined ? this.#checked(this.#aligned(record)) : record,
    );
  }

  #aligned(record: FeedRecord): FeedRecord {
    if (this.#targets === null) return record;
    const fields: Record<string, RecordValue> = emptyFields();
    for (const name in record.fields) fields[this.#targets.get(name) ?? name] = record.fields[name]!;
    return { ...record, fields };
  }

  #checked(record: FeedRecord): FeedRecord {
    const { fields, problems: all = [] } = record;
    const problems = this.#isUniform ? all.filter((problem) => problem !== misfitOf(record)) : all;
    const first = this.#columns.findIndex(({ name, fits }) => fits?.(textOf(fields[name])) === false);
    if (first === -1) return { ...record, problems };
    // The shift begins in a text before the first value that doesn't fit.
    let from = first;
    while (from > 0 && this.#columns[from - 1]!.fits !== null) from -= 1;
    const value = textOf(fields[this.#columns[first]!.name]);
    if (this.#columns.slice(from).some(({ isDecisive }) => isDecisive))
      return {
        ...record,
        fields: emptyFields(),
        problems: [problemOf('shiftedRow', 'error', this.#columns[first]!.name, value)],
      };
    const kept: Record<string, RecordValue> = emptyFields();
    for (const { name } of this.#columns.slice(0, first)) if (fields[name] !== undefined) kept[name] = fields[name];
    return { ...record, fields: kept, problems };
  }
}

const certain: readonly (readonly [field: ItemField, fits: (text: string) => boolean])[] = [
  ['ean', isEan],
  ['image', (text) => fitTests.image?.(text) === true && /\.(?:jpe?g|png|webp|gif|avif)/i.test(text)],
  ['url', (text) => fitTests.url?.(text) === true],
  ['price', (text) => parsePrice(text) !== null],
  ['availability', (text) => parseNumber(text) !== null],
];
const leastGain = 1.5;

/** Where cells are missing, if columns of bar codes, pictures, pages, prices and stock fit clearly better then. */
function gapIn(head: readonly FeedRecord[], names: readonly string[], width: number): number {
  const columns = names.flatMap((name, at) => {
    const found = certain.find(([field]) => knownNames[field].includes(plainName(name)));
    return found === undefined ? [] : [{ at, fits: found[1] }];
  });
  const scoreOf = (gap: number): number =>
    columns.reduce((sum, { at, fits }) => {
      const from = at < gap ? at : at - (names.length - width);
      const texts = from < gap && at >= gap ? [] : head.map(({ fields }) => textOf(fields[names[from] ?? '']));
      const filled = texts.filter((text) => text !== '');
      return sum + filled.filter(fits).length / Math.max(1, filled.length);
    }, 0);
  const scores = Array.from({ length: width + 1 }, (_, gap) => scoreOf(gap));
  const best = Math.max(...scores);
  return best >= scores[width]! + leastGain ? scores.lastIndexOf(best) : width;
}

const misfitOf = ({ problems }: FeedRecord) =>
  problems?.find(({ reason }) => reason === 'tooFewColumns' || reason === 'tooManyColumns');

const textOf = (value: RecordValue | undefined): string => String(value ?? '').trim();

function columnOf(name: string, head: readonly FeedRecord[]): Column {
  const texts = head.map(({ fields }) => textOf(fields[name])).filter((text) => text !== '');
  const kind =
    texts.length < leastValues ? undefined : kinds.find((fits) => texts.filter(fits).length >= texts.length * leastShare);
  const repeated = new Set(texts.filter((text, at) => texts.indexOf(text) !== at));
  const fits = kind === undefined ? null : (text: string) => text === '' || kind(text) || repeated.has(text);
  return { name, isDecisive: decisive.has(plainName(name)), fits };
}
