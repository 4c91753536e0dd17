import type { ComparedItem, Factor, Verdict } from '#features/developer/compare-results/compare-results.contract.ts';

type Side = NonNullable<Verdict['ahead']>;

export interface Compared {
  readonly a: ComparedItem;
  readonly b: ComparedItem;
  readonly factors: readonly Factor[];
  /** Ids of promoted items, the first one first. */
  readonly promoted: readonly string[];
  readonly areVariants: boolean;
}

/** Who is ahead, by what decides first: being found, being promoted, the score. */
export function verdictOf({ a, b, factors, promoted, areVariants }: Compared): Verdict {
  const say = (ahead: Side | null, reason: Verdict['reason']): Verdict => ({
    ahead,
    reason,
    factor: null,
    cause: null,
    are_variants: areVariants,
  });
  if (a.item.id === b.item.id) return say(null, 'sameItem');
  if (!a.is_found && !b.is_found) return say(null, 'neitherFound');
  if (a.is_found !== b.is_found) return say(a.is_found ? 'a' : 'b', 'notFound');
  if (a.is_promoted || b.is_promoted) return say(isPromotedBefore(a, b, promoted) ? 'a' : 'b', 'promoted');
  if (a.score === b.score) return say(null, 'tie');
  const ahead = a.score > b.score ? 'a' : 'b';
  const factor = decisiveFactor(factors, ahead);
  return { ...say(ahead, 'score'), factor, cause: causeOf(factors[factor], ahead) };
}

function isPromotedBefore(a: ComparedItem, b: ComparedItem, promoted: readonly string[]): boolean {
  if (a.is_promoted !== b.is_promoted) return a.is_promoted;
  return promoted.indexOf(a.item.id) < promoted.indexOf(b.item.id);
}

const other = (side: Side): Side => (side === 'a' ? 'b' : 'a');

const leadOf = (factor: Factor, ahead: Side): number => (factor[ahead]?.score ?? 0) - (factor[other(ahead)]?.score ?? 0);

/** A boost that multiplies both by the same, and so does a word that is not wanted, widens the lead that the rest gives, and decides nothing. */
const isSameForBoth = ({ kind, a, b }: Factor): boolean =>
  (kind === 'boost' || kind === 'unwanted') && a !== null && b !== null && a.amount === b.amount;

function decisiveFactor(factors: readonly Factor[], ahead: Side): number {
  const leads = factors.map((factor) => (isSameForBoth(factor) ? -Infinity : leadOf(factor, ahead)));
  return leads.indexOf(Math.max(...leads));
}

/** What differs in the factor; what can be seen at a glance comes first. */
function causeOf(factor: Factor | undefined, ahead: Side): Verdict['cause'] {
  const first = factor?.[ahead] ?? null;
  const second = factor?.[other(ahead)] ?? null;
  if (factor?.kind === 'spelling' || factor?.kind === 'unwanted') return 'amount';
  if (!first || !second) return 'onlyOne';
  if (first.match_kind !== second.match_kind) return 'form';
  if (first.term_frequency > second.term_frequency) return 'repetition';
  if (first.field_length < second.field_length) return 'length';
  return 'amount';
}
