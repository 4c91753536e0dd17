import { createHash } from 'node:crypto';
import { isCounted } from './visitors.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { LiveRelease, LiveVariant } from '#server/rules/releases/live-release.ts';

export interface VisitorGroup {
  /** Id of the A/B test. */
  readonly id: number;
  /** `mixed`: both in one list. */
  readonly group: 'a' | 'b' | 'mixed';
  /** As `mixedAnswer` tells; absent without a mixed list. */
  readonly added?: string | null;
}

/** By collection id. */
export type VisitorGroups = ReadonlyMap<number, VisitorGroup>;

const hashRange = 2 ** 32;
const wholePercent = 100;

/** The same on all servers, and for as long as the test runs. Independent of the visitor's groups in other tests. */
function groupOf({ experimentId, share, isMixed }: LiveVariant, visitor: string): VisitorGroup['group'] {
  if (isMixed) return 'mixed';
  const hash = createHash('sha256').update(`${experimentId} ${visitor}`).digest().readUInt32BE(0);
  return (hash / hashRange) * wholePercent < share ? 'b' : 'a';
}

/** Null while no test runs, and for visitors who take part in none: bots, members, and those without an id. */
export function visitorGroups(
  { variants }: LiveRelease,
  caller: Pick<Caller<'shop'>, 'agent' | 'hasSession'>,
  visitor: string,
): VisitorGroups | null {
  if (variants === undefined || visitor === '' || !isCounted(caller)) return null;
  return new Map(
    [...variants].map(([collectionId, variant]) => [
      collectionId,
      { id: variant.experimentId, group: groupOf(variant, visitor) } as const,
    ]),
  );
}

/** Equal for calls that the same rules answer: group A has those of everybody else. */
export const placeOf = (place: string, groups: VisitorGroups | null): string => {
  const others = [...(groups?.values() ?? [])].filter(({ group }) => group !== 'a');
  return others.length === 0 ? place : JSON.stringify([place, others.map(({ id }) => id)]);
};
