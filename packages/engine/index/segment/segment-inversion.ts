import { putTexts } from './column-builder.ts';
import { GrowableBytes, GrowableUint16, type GrowableUint32 } from './arrays.ts';
import type { Section } from './segment-file.ts';
import type { FrequencyCodes } from './frequency-codes.ts';
import type { FieldLayout } from '#engine/port.ts';
import type { Vocabulary } from './vocabulary.ts';

interface CollectedItems {
  readonly vocabulary: Vocabulary;
  readonly codes: FrequencyCodes;
  readonly fields: readonly FieldLayout[];
  readonly docCount: number;
  readonly tokens: GrowableUint32;
  readonly tokenStarts: GrowableUint32;
  readonly postingTerms: GrowableUint32;
  readonly postingCodes: GrowableUint16;
  readonly postingStarts: GrowableUint32;
}

interface Postings {
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;
  readonly docs: GrowableUint16;
  readonly codes: GrowableUint16;
}

function stemRoom({ fields, vocabulary: { stems, stemOf } }: CollectedItems, counts: Uint32Array): number {
  const forms = new Uint32Array(stems.length);
  for (const stem of stemOf) forms[stem]!++;
  const areAllStemmed = fields.every((field) => field.stemmer);
  let room = 0;
  for (const [term, stem] of stemOf.entries()) if (!areAllStemmed || forms[stem]! > 1) room += counts[term]!;
  return room;
}

function stemmedCodes(builder: CollectedItems): (code: number) => number {
  if (builder.fields.every((field) => field.stemmer)) return (code) => code;
  const known = new Map<number, number>();
  const { codes, fields } = builder;
  return (code) => {
    let restricted = known.get(code);
    if (restricted === undefined) {
      restricted = codes.restricted(code, (field) => fields[field]!.stemmer);
      known.set(code, restricted);
    }
    return restricted;
  };
}

function mergeForms(
  forms: readonly number[],
  postings: Postings,
  restrict: (code: number) => number,
  codes: FrequencyCodes,
  byDoc: Uint16Array,
): number {
  const touched: number[] = [];
  for (const term of forms) {
    const start = postings.starts[term]!;
    for (let at = start; at < start + postings.counts[term]!; at++) {
      const code = restrict(postings.codes.values[at]!);
      if (code === 0) continue;
      const doc = postings.docs.values[at]!;
      if (byDoc[doc] === 0) touched.push(doc);
      byDoc[doc] = codes.sum(byDoc[doc]!, code);
    }
  }
  if (forms.length > 1) touched.sort((a, b) => a - b);
  for (const doc of touched) {
    postings.docs.push(doc);
    postings.codes.push(byDoc[doc]!);
    byDoc[doc] = 0;
  }
  return touched.length;
}

/** A stem with one form shares its postings. */
function isAlias(term: number, postings: Postings, restrict: (code: number) => number): boolean {
  const start = postings.starts[term]!;
  for (let at = start; at < start + postings.counts[term]!; at++) {
    const code = postings.codes.values[at]!;
    if (restrict(code) !== code) return false;
  }
  return true;
}

function stemPostings(builder: CollectedItems, postings: Postings): { starts: Uint32Array; counts: Uint32Array } {
  const { stems, stemOf } = builder.vocabulary;
  const forms: number[][] = stems.map(() => []);
  for (const [term, stem] of stemOf.entries()) forms[stem]!.push(term);
  const starts = new Uint32Array(stems.length);
  const counts = new Uint32Array(stems.length);
  const restrict = stemmedCodes(builder);
  const byDoc = new Uint16Array(builder.docCount);
  for (const [stem, terms] of forms.entries()) {
    const [first] = terms;
    if (terms.length === 1 && first !== undefined && isAlias(first, postings, restrict)) {
      starts[stem] = postings.starts[first]!;
      counts[stem] = postings.counts[first]!;
    } else {
      starts[stem] = postings.docs.length;
      counts[stem] = mergeForms(terms, postings, restrict, builder.codes, byDoc);
    }
  }
  return { starts, counts };
}

function byText(texts: readonly string[]): Uint32Array {
  const order = Array.from(texts, (_, id) => id);
  order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
  return Uint32Array.from(order);
}

/** A counting sort, so documents stay ascending. */
function postingsByTerm(builder: CollectedItems, order: Uint32Array): Postings {
  const { length } = builder.postingTerms;
  const terms = builder.postingTerms.values;
  const counts = new Uint32Array(order.length);
  for (let at = 0; at < length; at++) counts[terms[at]!]!++;
  const starts = new Uint32Array(order.length);
  let total = 0;
  for (const term of order) {
    starts[term] = total;
    total += counts[term]!;
  }
  const docs = new GrowableUint16();
  const codes = new GrowableUint16();
  // With the room for all at once, no array is copied into one twice as large.
  const room = Math.max(1, length + stemRoom(builder, counts));
  docs.values = new Uint16Array(room);
  codes.values = new Uint16Array(room);
  docs.length = codes.length = length;
  const next = starts.slice();
  const itemStarts = builder.postingStarts.values;
  for (let doc = 0; doc < builder.docCount; doc++) {
    for (let at = itemStarts[doc]!; at < itemStarts[doc + 1]!; at++) {
      const to = next[terms[at]!]!++;
      docs.values[to] = doc;
      codes.values[to] = builder.postingCodes.values[at]!;
    }
  }
  return { starts, counts, docs, codes };
}

function permuted(values: Uint32Array, order: Uint32Array): Uint32Array {
  return order.map((id) => values[id]!);
}

function inverse(order: Uint32Array): Uint32Array {
  const positions = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) positions[order[position]!] = position;
  return positions;
}

/** Per item and field that isn't empty: field number, byte length, tokens as variable-length frequency ranks. */
function putForwardIndex(builder: CollectedItems, rankOf: Uint32Array, sections: Record<string, Section>): void {
  const bytes = new GrowableBytes();
  const field = new GrowableBytes();
  const starts = builder.tokenStarts.values;
  const fieldCount = builder.fields.length;
  const offsets = new Uint32Array(builder.docCount + 1);
  for (let doc = 0; doc < builder.docCount; doc++) {
    for (let number = 0; number < fieldCount; number++) {
      const list = doc * fieldCount + number;
      field.length = 0;
      for (let at = starts[list]!; at < starts[list + 1]!; at++) field.pushVariable(rankOf[builder.tokens.values[at]!]!);
      if (field.length === 0) continue;
      bytes.push(number);
      bytes.pushVariable(field.length);
      bytes.append(field.values.subarray(0, field.length));
    }
    offsets[doc + 1] = bytes.length;
  }
  sections['forward.tokens'] = bytes.values.subarray(0, bytes.length);
  sections['forward.offsets'] = offsets;
}

export function invert(builder: CollectedItems, sections: Record<string, Section>): void {
  const { terms, stems, stemOf } = builder.vocabulary;
  const order = byText(terms);
  const stemOrder = byText(stems);
  const postings = postingsByTerm(builder, order);
  const stemmed = stemPostings(builder, postings);
  putTexts(
    'terms',
    sections,
    Array.from(order, (id) => terms[id]!),
  );
  putTexts(
    'stems',
    sections,
    Array.from(stemOrder, (id) => stems[id]!),
  );
  sections['terms.starts'] = permuted(postings.starts, order);
  sections['terms.counts'] = permuted(postings.counts, order);
  sections['stems.starts'] = permuted(stemmed.starts, stemOrder);
  sections['stems.counts'] = permuted(stemmed.counts, stemOrder);
  sections['postings.docs'] = postings.docs.values.subarray(0, postings.docs.length);
  sections['postings.codes'] = postings.codes.values.subarray(0, postings.codes.length);
  const byFrequency = Uint32Array.from(terms.keys()).sort((a, b) => postings.counts[b]! - postings.counts[a]!);
  const rankOf = inverse(byFrequency);
  const stemPositions = inverse(stemOrder);
  sections['terms.ranks'] = permuted(rankOf, order);
  sections['ranks.stems'] = stemOf.length === 0 ? new Uint32Array(0) : byFrequency.map((id) => stemPositions[stemOf[id]!]!);
  putForwardIndex(builder, rankOf, sections);
  const combinations = builder.codes.flattened();
  sections['codes.starts'] = combinations.starts;
  sections['codes.fields'] = combinations.fields;
  sections['codes.frequencies'] = combinations.frequencies;
}
