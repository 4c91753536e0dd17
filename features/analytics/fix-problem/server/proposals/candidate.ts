import type { Evidence, Fix } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fold } from '#engine/query/analysis/folding.ts';

export interface Candidate {
  readonly fix: Fix;
  readonly evidence: Evidence;
  /** Probability by this evidence alone. */
  readonly weight: number;
  readonly path?: string;
}

export interface RankedFix {
  readonly fix: Fix;
  readonly evidence: readonly Evidence[];
  readonly weight: number;
  readonly path?: string | undefined;
}

const keyOf = ({ kind, to }: Fix): string => `${kind === 'curation' ? kind : 'words'} ${fold(to.join('\n')).trim()}`;

/** Likeliest first. Evidence for the same fix combines by noisy-or. Word rules come before rules for the whole query, as they help other queries. */
export function ranked(candidates: readonly Candidate[]): RankedFix[] {
  return [...Map.groupBy(candidates, ({ fix }) => keyOf(fix)).values()]
    .map((same): RankedFix => {
      const ofKind = new Map(same.toSorted((a, b) => a.weight - b.weight).map((one) => [one.evidence.kind, one]));
      const kinds = [...ofKind.values()].toSorted((a, b) => b.weight - a.weight);
      const first = same.find(({ fix }) => fix.kind === 'synonym') ?? same[0]!;
      const doubt = kinds.reduce((left, { weight }) => left * (1 - weight), 1);
      return { fix: first.fix, evidence: kinds.map(({ evidence }) => evidence), weight: 1 - doubt, path: first.path };
    })
    .toSorted((a, b) => b.weight - a.weight || (keyOf(a.fix) < keyOf(b.fix) ? -1 : 1));
}
