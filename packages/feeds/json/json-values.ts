import { backslashesBefore, closingQuote } from '#contract/values/typed-number.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { ReadLimits } from '#feeds/limits.ts';
import type { JsonLayout } from './json-layout.ts';
import type { ProblemReason } from '#feeds/feed-texts.ts';

interface OpenElement {
  depth: number;
  isInString: boolean;
  problem: ProblemReason | null;
}

/** The text of an element with its key, or why it was skipped. */
export type JsonValue =
  | { readonly text: string; readonly key?: string; readonly list?: string }
  | { readonly problem: ProblemReason };

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/**
 * Streams the elements of one array, or the entries of one object, as text that is parsed alone. Brackets are counted, not
 * stacked: depth costs nothing, and a broken element fails alone.
 */
export class JsonArrayReader {
  wasFound = false;
  #buffer = '';
  #index = 0;
  /** null for elements of an array. */
  readonly #outer: { readonly isArray: boolean; readonly key: string | null }[] = [];
  #key: string | null = null;
  #isInTarget = false;
  #element: OpenElement | null = null;
  /** null in an array. */
  #entryKey: string | null = null;
  readonly #path: readonly string[];
  readonly #lists: readonly string[];
  #list: string | null = null;
  readonly #isKeyed: boolean;
  readonly #limits: ReadLimits;

  constructor({ path, kind, lists = [] }: Exclude<JsonLayout, { readonly kind: 'lines' }>, limits: ReadLimits) {
    this.#path = path;
    this.#lists = lists;
    this.#isKeyed = kind === 'keyed';
    this.#limits = limits;
  }

  /** @throws FeedError `malformedJson`, `tooDeep`, `textTooLong` */
  write(text: string): JsonValue[] {
    this.#buffer += text;
    const values: JsonValue[] = [];
    while (this.#index < this.#buffer.length) {
      const hasMoved = this.#element
        ? this.#scanElement(this.#element, values)
        : this.#isInTarget
          ? this.#betweenElements(values)
          : this.#outside();
      if (!hasMoved) break;
    }
    if (!this.#element) this.#drop(this.#index);
    return values;
  }

  get isComplete(): boolean {
    return this.#outer.length === 0 && this.#element === null && this.#buffer.trim() === '';
  }

  #drop(length: number): void {
    this.#buffer = this.#buffer.slice(length);
    this.#index -= length;
    if (this.#buffer.length > this.#limits.maxTokenChars) {
      throw new FeedError('textTooLong', { maxChars: this.#limits.maxTokenChars });
    }
  }

  #betweenElements(values: JsonValue[]): boolean {
    const code = this.#buffer.charCodeAt(this.#index);
    if (code === (this.#isKeyed ? closeBrace : closeBracket)) {
      this.#isInTarget = false;
      this.#outer.pop();
      this.#index += 1;
    } else if (code <= 0x20 || code === comma) this.#index += 1;
    else if (this.#isKeyed && this.#entryKey === null && code === quote) return this.#readKey();
    else if (this.#isKeyed && code === colon) this.#index += 1;
    else if (code === closeBrace || code === closeBracket) {
      // It ends nothing, and is no element either.
      values.push({ problem: 'malformedRecord' });
      this.#entryKey = null;
      this.#index += 1;
    } else {
      this.#drop(this.#index);
      this.#element = { depth: 0, isInString: false, problem: null };
    }
    return true;
  }

  #readKey(): boolean {
    const close = closingQuote(this.#buffer, this.#index + 1);
    if (close === -1) return false;
    this.#entryKey = this.#buffer.slice(this.#index + 1, close);
    this.#index = close + 1;
    return true;
  }

  #scanElement(element: OpenElement, values: JsonValue[]): boolean {
    const end = this.#endOfElement(element);
    const isWhole = end !== -1;
    if ((isWhole ? end : this.#buffer.length) > this.#limits.maxRecordChars) element.problem = 'recordTooLarge';
    if (isWhole) {
      const key = {
        ...(this.#entryKey === null ? {} : { key: this.#entryKey }),
        ...(this.#list === null ? {} : { list: this.#list }),
      };
      values.push(element.problem ? { problem: element.problem } : { text: this.#buffer.slice(0, end), ...key });
      this.#entryKey = null;
      this.#element = null;
      this.#index = end;
      this.#drop(end);
      return true;
    }
    const pending = element.isInString ? backslashesBefore(this.#buffer, this.#buffer.length, this.#index) : 0;
    if (element.problem) this.#buffer = this.#buffer.slice(this.#buffer.length - pending);
    this.#index = this.#buffer.length - pending;
    return false;
  }

  /** @returns the index after the element, or -1 before its end */
  #endOfElement(element: OpenElement): number {
    const buffer = this.#buffer;
    for (let index = this.#index; index < buffer.length; index += 1) {
      if (element.isInString) {
        index = closingQuote(buffer, index);
        if (index === -1) return -1;
        element.isInString = false;
        if (element.depth === 0) return index + 1;
        continue;
      }
      const code = buffer.charCodeAt(index);
      if (code === quote) element.isInString = true;
      else if (code === openBrace || code === openBracket) this.#deepen(element);
      else if (code === closeBrace || code === closeBracket) {
        if (element.depth === 0) return index;
        element.depth -= 1;
        if (element.depth === 0) return index + 1;
      } else if (element.depth === 0 && (code === comma || code <= 0x20)) return index;
    }
    return -1;
  }

  #deepen(element: OpenElement): void {
    element.depth += 1;
    if (element.depth > this.#limits.maxRecordDepth) element.problem = 'recordTooDeep';
  }

  #outside(): boolean {
    const code = this.#buffer.charCodeAt(this.#index);
    if (code === quote) return this.#outsideString();
    if (code === openBrace || code === openBracket) this.#open(code === openBracket);
    else if (code === closeBrace || code === closeBracket) this.#close();
    else if (code === comma) this.#key = null;
    this.#index += 1;
    return true;
  }

  #outsideString(): boolean {
    const close = closingQuote(this.#buffer, this.#index + 1);
    if (close === -1) return false;
    this.#key ??= this.#buffer.slice(this.#index + 1, close);
    this.#index = close + 1;
    return true;
  }

  #open(isArray: boolean): void {
    const parent = this.#outer.at(-1);
    this.#outer.push({ isArray, key: parent?.isArray === false ? this.#key : null });
    if (this.#outer.length > this.#limits.maxDepth) {
      throw new FeedError('tooDeep', { maxLevels: this.#limits.maxDepth });
    }
    this.#key = null;
    if (isArray !== this.#isKeyed && (!this.wasFound || this.#lists.length > 0) && this.#isTarget()) {
      this.wasFound = true;
      if (this.#lists.length > 0) this.#list = this.#outer.at(-1)!.key;
      this.#isInTarget = true;
    }
  }

  #isTarget(): boolean {
    const keys = this.#outer.slice(1).map(({ key }) => key);
    const isThere = (key: string | null, index: number): boolean =>
      key === this.#path[index] || (index === keys.length - 1 && this.#lists.includes(key ?? ''));
    return keys.length === this.#path.length && keys.every(isThere);
  }

  #close(): void {
    if (!this.#outer.pop()) throw new FeedError('malformedJson');
    this.#key = null;
  }
}

/** @returns undefined for what is no JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
