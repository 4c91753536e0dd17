import type { ColumnValue } from '#engine/analysis/column-values.ts';
import { maxFieldTokens } from './limits.ts';
import type { SegmentBuilder } from './segment-builder.ts';
import type { Column, Segment } from './segment.ts';

/** Builder's term number of each frequency rank of the segment. */
function termsByRank(segment: Segment, builder: SegmentBuilder): Uint32Array {
  const terms = new Uint32Array(segment.rankOfTerm.length);
  for (let term = 0; term < terms.length; term++)
    terms[segment.rankOfTerm[term]!] = builder.vocabulary.idOf(segment.terms.texts.at(term));
  return terms;
}

function valuesOf(column: Column, values: readonly ColumnValue[], doc: number): ColumnValue[] {
  if (column.starts === null) {
    const ordinal = column.ordinals[doc]!;
    return ordinal === 0 ? [] : [values[ordinal - 1]!];
  }
  return Array.from(column.ordinals.subarray(column.starts[doc], column.starts[doc + 1]), (ordinal) => values[ordinal]!);
}

/** Adds all items of a segment, from what the segment itself holds, without analysing anything again. */
export function addSegment(builder: SegmentBuilder, segment: Segment): void {
  const terms = termsByRank(segment, builder);
  const values = segment.columns.map((column) =>
    Array.from({ length: column.meta.valueCount }, (_, ordinal) => column.value(ordinal)),
  );
  const tokens = new Uint32Array(maxFieldTokens);
  for (let doc = 0; doc < segment.docCount; doc++) {
    builder.startDocument();
    for (let field = 0; field < segment.meta.fields.length; field++) {
      const count = segment.forward(doc, field, tokens);
      for (let at = 0; at < count; at++) tokens[at] = terms[tokens[at]!]!;
      builder.addField(field, tokens.subarray(0, count));
    }
    for (const [index, column] of segment.columns.entries()) builder.columns[index]!.add(valuesOf(column, values[index]!, doc));
    builder.endDocument();
  }
}
