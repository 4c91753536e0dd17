import { putTexts } from './column-builder.ts';
import { GrowableBytes, GrowableUint16 } from './growable.ts';
import type { Section } from './segment-file.ts';
import { type CollectedItems, type Postings, stemPostings, stemRoom } from './segment-stems.ts';

function byText(texts: readonly string[]): Uint32Array {
  const order = Array.from(texts, (_, id) => id);
  order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
  return Uint32Array.from(order);
}

/** Turns postings in item order into postings in term order: a counting sort, so documents stay ascending. */
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

/**
 * Tokens in item order as variable-length frequency ranks: the most frequent terms take one byte. Each item is a row of fields that
 * are not empty: field number, bytes that follow, tokens.
 */
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

/** Writes dictionary, postings and forward index of the collected items. */
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
