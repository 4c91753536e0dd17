import { FeedError } from '#feeds/feed-error.ts';
import { type FeedRecord, type RecordBatches, emptyFields, problemOf } from '#feeds/feed-record.ts';
import { readLimits, type ReadLimits } from '#feeds/limits.ts';
import type { ItemProblem, ProblemReason } from '#feeds/feed-texts.ts';
import { flattenItem } from './xml-flatten.ts';
import { addText, isHtmlName, localName, newNode, type XmlNode } from './xml-node.ts';
import { XmlTokenizer, type XmlHandler } from './xml-tokens.ts';

/** An item element inside an item is the next item of a `tree`, a field (`inside`), or the sign of a missing end tag (`none`). */
export type ItemNesting = 'none' | 'tree' | 'inside';

export interface XmlOptions {
  readonly tagName: string;
  readonly nesting: ItemNesting;
}

/** @throws FeedError `truncated`, `noElement`, `malformedXml`, `doctype`, `tooDeep`, `textTooLong` */
export async function* xmlRecords(
  text: AsyncIterable<string>,
  options: XmlOptions,
  limits: ReadLimits = readLimits,
): RecordBatches {
  const reader = new ItemReader(localName(options.tagName), options.nesting, limits);
  const tokens = new XmlTokenizer(reader, limits.maxTokenChars);
  reader.lineOf = () => tokens.line;
  for await (const piece of text) {
    tokens.write(piece);
    if (reader.batch.length >= limits.batchSize) yield reader.takeBatch();
  }
  reader.end(tokens.end());
  if (reader.batch.length > 0) yield reader.takeBatch();
}

interface OpenItem {
  readonly position: number;
  readonly line: number;
  readonly root: XmlNode;
  readonly stack: XmlNode[];
  readonly problems: ItemProblem[];
  size: number;
  skippedDepth: number;
}

/** Memory of an element beside its text, in characters. */
const elementSize = 16;

class ItemReader implements XmlHandler {
  batch: FeedRecord[] = [];
  lineOf = (): number => 1;
  #position = 0;
  readonly #outer: string[] = [];
  readonly #items: OpenItem[] = [];
  readonly #tagName: string;
  readonly #nesting: ItemNesting;
  readonly #limits: ReadLimits;

  constructor(tagName: string, nesting: ItemNesting, limits: ReadLimits) {
    this.#tagName = tagName;
    this.#nesting = nesting;
    this.#limits = limits;
  }

  takeBatch(): FeedRecord[] {
    const batch = this.batch;
    this.batch = [];
    return batch;
  }

  open(name: string, attributes: Readonly<Record<string, string>> | null): void {
    const item = this.#items.at(-1);
    const isItemTag = localName(name) === this.#tagName;
    if (!item) this.#openOutside(name, attributes, isItemTag);
    else if (isItemTag && this.#isNextItem(item)) this.#openNextTo(item, name, attributes);
    else this.#openInside(item, name, attributes);
  }

  #isNextItem(item: OpenItem): boolean {
    if (this.#nesting === 'none') return true;
    return (
      this.#nesting === 'tree' &&
      item.stack.length === 1 &&
      item.skippedDepth === 0 &&
      this.#items.length <= this.#limits.maxRecordDepth
    );
  }

  #openOutside(name: string, attributes: Readonly<Record<string, string>> | null, isItemTag: boolean): void {
    if (isItemTag) this.#openItem(name, attributes);
    else {
      this.#outer.push(name);
      if (this.#outer.length > this.#limits.maxDepth) {
        throw new FeedError('tooDeep', { maxLevels: this.#limits.maxDepth });
      }
    }
  }

  #openNextTo(item: OpenItem, name: string, attributes: Readonly<Record<string, string>> | null): void {
    if (this.#nesting === 'none') {
      this.#flaw(item, 'malformedRecord', `<${name}> inside <${name}>`);
      this.#finish(item);
    }
    this.#openItem(name, attributes);
  }

  #openItem(name: string, attributes: Readonly<Record<string, string>> | null): void {
    const root = newNode(name, attributes);
    this.#position += 1;
    this.#items.push({
      position: this.#position,
      line: this.lineOf(),
      root,
      stack: [root],
      problems: [],
      size: 0,
      skippedDepth: 0,
    });
  }

  #openInside(item: OpenItem, name: string, attributes: Readonly<Record<string, string>> | null): void {
    item.size += elementSize + sizeOf(attributes);
    if (item.skippedDepth > 0 || this.#isBeyondLimits(item)) {
      item.skippedDepth += 1;
      return;
    }
    const node = newNode(name, attributes);
    const parent = item.stack.at(-1);
    if (parent) (parent.children ??= []).push(node);
    item.stack.push(node);
  }

  #isBeyondLimits(item: OpenItem): boolean {
    if (item.stack.length > this.#limits.maxRecordDepth) this.#flaw(item, 'recordTooDeep');
    else if (item.size > this.#limits.maxRecordChars) this.#flaw(item, 'recordTooLarge');
    else return false;
    return true;
  }

  text(text: string): void {
    const item = this.#items.at(-1);
    if (!item || item.skippedDepth > 0) return;
    item.size += text.length;
    const node = item.stack.at(-1);
    if (!node || this.#isBeyondLimits(item)) return;
    if (node.text === '' && isBlank(text)) return;
    if (node.children) addText(node.children, text);
    else node.text += text;
  }

  close(fullName: string): void {
    const item = this.#items.at(-1);
    if (!item) this.#closeOutside(fullName);
    else if (item.skippedDepth > 0) this.#closeSkipped(item, localName(fullName));
    else this.#closeInside(item, localName(fullName));
  }

  #closeSkipped(item: OpenItem, name: string): void {
    item.skippedDepth -= 1;
    if (name === this.#tagName && this.#nesting === 'none') this.#finish(item);
  }

  #closeInside(item: OpenItem, name: string): void {
    const { stack } = item;
    if (stack.at(-1)?.name !== name && !this.#closeForgotten(item, name)) return;
    stack.pop();
    if (stack.length === 0) this.#finish(item);
  }

  /** @returns false when `name` isn't open: its end tag is ignored */
  #closeForgotten(item: OpenItem, name: string): boolean {
    const { stack } = item;
    const index = stack.findLastIndex((node) => node.name === name);
    if (index === -1) {
      const isOuter = this.#outer.some((outer) => localName(outer) === name);
      this.#flaw(item, isHtmlName(name) ? 'repairedText' : 'malformedRecord', `</${name}>`);
      if (!isOuter) return false;
      this.#finish(item);
      this.close(name);
      return false;
    }
    const forgotten = stack.splice(index + 1);
    const isOnlyHtml = forgotten.every((node) => isHtmlName(node.name));
    this.#flaw(item, isOnlyHtml ? 'repairedText' : 'malformedRecord', forgotten.map((node) => `<${node.name}>`).join(''));
    return true;
  }

  #closeOutside(name: string): void {
    const index = this.#outer.findLastIndex((open) => open === name || localName(open) === localName(name));
    if (index !== -1) this.#outer.length = index;
    else if (this.#position === 0) throw new FeedError('malformedXml', { tag: `</${name}>`, line: this.lineOf() });
  }

  flaw(kind: 'text' | 'tag'): void {
    const item = this.#items.at(-1);
    if (item) this.#flaw(item, kind === 'text' ? 'repairedText' : 'malformedRecord');
  }

  #flaw(item: OpenItem, reason: ProblemReason, value = ''): void {
    if (item.problems.some((problem) => problem.reason === reason)) return;
    item.problems.push(problemOf(reason, reason === 'repairedText' ? 'warning' : 'error', null, value));
  }

  #finish(item: OpenItem): void {
    this.#items.splice(this.#items.indexOf(item), 1);
    const { position, line, problems } = item;
    if (problems.some(({ severity }) => severity === 'error')) {
      this.batch.push({ position, line, fields: emptyFields(), problems });
      return;
    }
    for (const flat of flattenItem(item.root, this.#limits)) {
      const all = problems.length + flat.problems.length > 0 ? { problems: [...problems, ...flat.problems] } : {};
      this.batch.push({ position, line, fields: flat.fields, ...all });
    }
  }

  end(isBetweenTags: boolean): void {
    const isOpen = this.#items.length > 0 || this.#outer.length > 0;
    if (isOpen || !isBetweenTags) throw new FeedError('truncated', { count: this.#position });
    if (this.#position === 0) throw new FeedError('noElement', { tagName: this.#tagName });
  }
}

function sizeOf(attributes: Readonly<Record<string, string>> | null): number {
  let size = 0;
  for (const name in attributes) size += name.length + (attributes[name]?.length ?? 0);
  return size;
}

function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x20) return false;
  return true;
}
