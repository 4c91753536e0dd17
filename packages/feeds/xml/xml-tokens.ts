import { FeedError } from '#feeds/feed-error.ts';
import { decodeEntities } from '#feeds/values/plain-text.ts';

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>> | null): void;
  close(name: string): void;
  text(text: string): void;
  flaw(kind: 'text' | 'tag'): void;
}

// Forbidden by XML 1.0; pasted texts have them.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const refused = /^<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)/i;
const doctypeStart = '<!DOCTYPE';
/** Names external rules, which are never fetched. Internal rules are refused. */
const plainDoctype = /^<!DOCTYPE\s+[^\s<>[\]"']+(?:\s+(?:SYSTEM|PUBLIC))?(?:\s*(?:"[^"]*"|'[^']*'))*\s*(?:\[\s*\]\s*)?>/i;
const maxDoctypeChars = 1024;
const attribute = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const cdataStart = '<![CDATA[';
const maxQuotedTagChars = 64 * 1024;

/**
 * A streaming tokenizer that expands nothing but HTML entities, refuses declarations and fetches nothing. Unlike a validating
 * parser it continues after a flaw: a stray `&` must not cost the other items.
 */
export class XmlTokenizer {
  #buffer = '';
  #isEnd = false;
  #scanned = 0;
  #position = 0;
  #line = 1;
  #linesCountedTo = 0;
  readonly #handler: XmlHandler;
  readonly #maxTokenChars: number;

  constructor(handler: XmlHandler, maxTokenChars: number) {
    this.#handler = handler;
    this.#maxTokenChars = maxTokenChars;
  }

  /** From 1. Counted on demand: only items need it. */
  get line(): number {
    this.#countLines(this.#position);
    return this.#line;
  }

  #countLines(end: number): void {
    for (
      let index = this.#buffer.indexOf('\n', this.#linesCountedTo);
      index !== -1 && index < end;
      index = this.#buffer.indexOf('\n', index + 1)
    ) {
      this.#line += 1;
    }
    this.#linesCountedTo = Math.max(this.#linesCountedTo, end);
  }

  /** @throws FeedError `doctype`, `textTooLong` */
  write(text: string): void {
    const clean = forbidden.test(text) ? text.replace(forbidden, '') : text;
    forbidden.lastIndex = 0;
    this.#buffer = this.#buffer === '' ? clean : this.#buffer + clean;
    this.#consume(this.#run());
    if (this.#buffer.length > this.#maxTokenChars) {
      throw new FeedError('textTooLong', { maxChars: this.#maxTokenChars });
    }
  }

  /** @returns whether the document ended between two tags */
  end(): boolean {
    this.#isEnd = true;
    this.#consume(this.#run());
    const rest = this.#buffer;
    this.#buffer = '';
    if (rest.startsWith('<')) return false;
    if (rest !== '') this.#handler.text(decodeEntities(rest));
    return true;
  }

  /** @returns the length that is done; the rest needs more input */
  #run(): number {
    let position = 0;
    for (;;) {
      const open = this.#buffer.indexOf('<', Math.max(position, this.#scanned));
      if (open === -1) {
        this.#scanned = this.#buffer.length;
        return position;
      }
      if (open > position) this.#handler.text(decodeEntities(this.#buffer.slice(position, open)));
      this.#position = open;
      const next = this.#markup(open);
      if (next === -1) return open;
      position = next;
    }
  }

  #consume(length: number): void {
    this.#countLines(length);
    this.#linesCountedTo -= length;
    this.#scanned = Math.max(0, this.#scanned - length);
    if (length > 0) this.#buffer = this.#buffer.slice(length);
    if (this.#buffer.startsWith('<')) this.#scanned = 0;
  }

  /** @returns the index after the markup, or -1 before its end */
  #markup(open: number): number {
    const second = this.#buffer[open + 1];
    if (second === undefined) return -1;
    if (second === '/') return this.#closingTag(open);
    if (second === '!') return this.#declaration(open);
    if (second === '?') return after(this.#buffer, '?>', open);
    return isNameStart(second) ? this.#openingTag(open) : this.#strayBracket(open);
  }

  #closingTag(open: number): number {
    const end = this.#buffer.indexOf('>', open);
    if (end !== -1) this.#handler.close(this.#buffer.slice(open + 2, end).trim());
    return end === -1 ? -1 : end + 1;
  }

  #declaration(open: number): number {
    const start = this.#buffer.slice(open, open + cdataStart.length);
    if (start.startsWith('<!--')) return after(this.#buffer, '-->', open + 4);
    if (start === cdataStart) {
      const end = this.#buffer.indexOf(']]>', open);
      if (end !== -1) this.#handler.text(this.#buffer.slice(open + cdataStart.length, end));
      return end === -1 ? -1 : end + 3;
    }
    if (refused.test(start)) throw new FeedError('doctype');
    if (start.toUpperCase() === doctypeStart) return this.#doctype(open);
    return start.length < doctypeStart.length ? -1 : this.#strayBracket(open);
  }

  #doctype(open: number): number {
    const start = this.#buffer.slice(open, open + maxDoctypeChars);
    const plain = plainDoctype.exec(start)?.[0];
    if (plain !== undefined) return open + plain.length;
    if (start.length < maxDoctypeChars && !start.includes('>') && !this.#isEnd) return -1;
    throw new FeedError('doctype');
  }

  #strayBracket(open: number): number {
    this.#handler.flaw('text');
    this.#handler.text('<');
    return open + 1;
  }

  #openingTag(open: number): number {
    const end = this.#endOfTag(open);
    if (end === -1) return -1;
    const isSelfClosing = this.#buffer[end - 1] === '/';
    const inside = this.#buffer.slice(open + 1, isSelfClosing ? end - 1 : end);
    const nameEnd = inside.search(/[\s/]/);
    const name = nameEnd === -1 ? inside : inside.slice(0, nameEnd);
    this.#handler.open(name, nameEnd === -1 ? null : this.#attributes(inside.slice(nameEnd)));
    if (isSelfClosing) this.#handler.close(name);
    return end + 1;
  }

  /** The first `>` outside of quotes, or the very first for an unclosed quote. */
  #endOfTag(open: number): number {
    const first = this.#buffer.indexOf('>', open);
    if (first === -1) return -1;
    let end = first;
    for (let from = open; ;) {
      const quote = firstQuote(this.#buffer, from, end);
      if (quote === -1) return end;
      const close = this.#buffer.indexOf(this.#buffer[quote] ?? '"', quote + 1);
      if (close === -1 || close - quote > maxQuotedTagChars) {
        if (!this.#isEnd && this.#buffer.length - quote <= maxQuotedTagChars) return -1;
        this.#handler.flaw('tag');
        return first;
      }
      from = close + 1;
      if (close > end) end = this.#buffer.indexOf('>', close);
      if (end === -1) return -1;
    }
  }

  #attributes(text: string): Record<string, string> | null {
    let attributes: Record<string, string> | null = null;
    for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
      const value = double ?? single;
      if (value === undefined) this.#handler.flaw('tag');
      attributes ??= Object.create(null) as Record<string, string>;
      attributes[name] = decodeEntities(value ?? bare ?? '');
    }
    return attributes;
  }
}

function isNameStart(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    character === '_' ||
    character === ':' ||
    character >= '\u00c0'
  );
}

function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? -1 : index + mark.length;
}

function firstQuote(text: string, from: number, to: number): number {
  for (let index = from; index < to; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22 || code === 0x27) return index;
  }
  return -1;
}
