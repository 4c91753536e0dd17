import { type Envelope, envelopeOf } from '#server-kit/db/row-table.ts';
import { failField } from '#server-kit/fail.ts';

/** Reads the switch and the bounds of an input. Throws if the end isn't after the beginning. */
export function checkedEnvelope(input: Partial<Envelope>): Envelope {
  const envelope = envelopeOf(input);
  const { valid_from: from, valid_to: to } = envelope;
  if (from !== null && to !== null && to <= from) throw failField('valid_to', 'endsBeforeStart');
  return envelope;
}
