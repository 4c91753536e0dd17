import type { FrequencyCodes } from './frequency-codes.ts';
import type { GrowableUint16, GrowableUint32 } from './growable.ts';
import type { FieldLayout } from '#engine/port.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a builder has collected of the items of a segment. */
export interface CollectedItems {
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

export interface Postings {
  /** By term number: where its postings start, and how many there are. */
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;
  readonly docs: GrowableUint16;
  readonly codes: GrowableUint16;
}

/** How many postings stems may get of their own. Those of one form in stemmed fields only share the form's. */
export function stemRoom({ fields, vocabulary: { stems, stemOf } }: CollectedItems, counts: Uint32Array): number {
  const forms = new Uint32Array(stems.length);
  for (const stem of stemOf) forms[stem]!++;
  const areAllStemmed = fields.every((field) => field.stemmer);
  let room = 0;
  for (const [term, stem] of stemOf.entries()) if (!areAllStemmed || forms[stem]! > 1) room += counts[term]!;
  return room;
}

/** Restricts codes to the stemmed fields, remembering the answer for each. */
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

/** Puts the postings of all forms of a stem together at the end of the postings. */
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

/** A stem with one form, all in stemmed fields, shares that form's postings. */
function isAlias(term: number, postings: Postings, restrict: (code: number) => number): boolean {
  const start = postings.starts[term]!;
  for (let at = start; at < start + postings.counts[term]!; at++) {
    const code = postings.codes.values[at]!;
    if (restrict(code) !== code) return false;
  }
  return true;
}

/** The postings of stems: those of one form alone, otherwise those of all forms put together behind all others. */
export function stemPostings(builder: CollectedItems, postings: Postings): { starts: Uint32Array; counts: Uint32Array } {
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
