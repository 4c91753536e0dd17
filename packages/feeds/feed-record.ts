import type { ItemProblem, ProblemReason, ProblemSeverity } from './feed-texts.ts';
import { type ReadLimits, maxProblemValueChars } from './limits.ts';

export type RecordValue = string | number | boolean | readonly string[] | readonly number[];

/** The platform that wrote a table, and its columns. Shared by all records. */
export interface RecordOrigin {
  readonly platform: string;
  readonly columns: readonly string[];
  /** The platform's own headings, where they are translated. */
  readonly headings?: Readonly<Record<string, string>>;
}

export interface FeedRecord {
  /** From 1; variants of an item share it. */
  readonly position: number;
  /** Where the item begins or ends, from 1. */
  readonly line?: number;
  /** By the feed's own names: `price`, `shipping.price`, `@id`, `param.Colour`. */
  readonly fields: Readonly<Record<string, RecordValue>>;
  readonly problems?: readonly ItemProblem[];
  readonly origin?: RecordOrigin;
}

/** In arrays: awaiting each record costs more than reading it. */
export type RecordBatches = AsyncIterable<readonly FeedRecord[]>;

/** Without a prototype: `constructor` and `__proto__` are fields like any other. */
const FieldObject = function () {} as unknown as new () => Record<string, RecordValue>;
FieldObject.prototype = Object.create(null) as object;

export function emptyFields(): Record<string, RecordValue> {
  return new FieldObject();
}

export const textIn = ({ fields }: FeedRecord, field: string | undefined): string =>
  field === undefined ? '' : String(fields[field] ?? '').trim();

export const withFields = (record: FeedRecord, added: Readonly<Record<string, RecordValue>>): FeedRecord => ({
  ...record,
  fields: Object.assign(emptyFields(), record.fields, added),
});

export function problemOf(
  reason: ProblemReason,
  severity: ProblemSeverity,
  field: string | null = null,
  value: unknown = '',
): ItemProblem {
  return { field, value: String(value).slice(0, maxProblemValueChars), reason, severity };
}

const nothingWords = /^\s*(?:#?n\/a|null|undefined)\s*$/i;
export const saysNothing = (text: string): boolean => nothingWords.test(text);

/** Fields of one record. Repeated fields become lists; what exceeds a limit is skipped and reported once. */
export class FieldBag {
  hasLongNumber = false;
  readonly fields = emptyFields();
  readonly problems: ItemProblem[] = [];
  #count = 0;
  #isFull = false;
  readonly #limits: ReadLimits;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  add(name: string, value: string | number | boolean): void {
    if (typeof value === 'string' && saysNothing(value)) return;
    const key = name.length > this.#limits.maxNameChars ? name.slice(0, this.#limits.maxNameChars) : name;
    const cut = this.#cut(key, value);
    const known = this.fields[key];
    if (known === undefined) this.#addFirst(key, cut);
    else if (Array.isArray(known)) this.#addToList(key, known as (string | number)[], cut);
    else this.fields[key] = listOf(known as string | number | boolean, cut);
  }

  #addFirst(key: string, value: string | number | boolean): void {
    if (this.#count < this.#limits.maxFieldsPerRecord) {
      this.#count += 1;
      this.fields[key] = value;
    } else if (!this.#isFull) {
      this.#isFull = true;
      this.problems.push(problemOf('tooManyFields', 'warning', key));
    }
  }

  #addToList(key: string, list: (string | number)[], value: string | number | boolean): void {
    if (list.length < this.#limits.maxValuesPerField) {
      if (typeof list[0] === typeof value) list.push(value as string);
      else this.fields[key] = [...list.map(String), String(value)];
    } else if (!this.problems.some((problem) => problem.reason === 'tooManyValues' && problem.field === key)) {
      this.problems.push(problemOf('tooManyValues', 'warning', key));
    }
  }

  #cut(key: string, value: string | number | boolean): string | number | boolean {
    if (typeof value !== 'string' || value.length <= this.#limits.maxValueChars) return value;
    this.problems.push(problemOf('valueTooLong', 'warning', key, value));
    return value.slice(0, this.#limits.maxValueChars);
  }
}

function listOf(first: string | number | boolean, second: string | number | boolean): string[] | number[] {
  return typeof first === 'number' && typeof second === 'number' ? [first, second] : [String(first), String(second)];
}
