import type { AnalysedTerm, Meeting } from '#features/developer/analyze/analyze.contract.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { type Alternative, type Plan, plainPlan, type WordGroup } from '#engine/plan.ts';
import type { SearchSession } from '#engine/port.ts';
import { matchInText, type MatchField } from '#engine/query/matches/text-match.ts';

type NamedField = MatchField & { readonly name: string };

/** More ways to find a term than this are not counted. */
const maximumLookups = 40;

const isStemmed = ({ kind, isStemmed: isStem = kind === 'stem' }: Alternative): boolean => isStem;

interface Way {
  readonly word: string;
  readonly alternatives: readonly Alternative[];
}

/** The ways to find a word in the field. A synonym as it is written and in its other forms is one way. */
function waysOf({ word, alternatives }: WordGroup, field: MatchField): Way[] {
  const ways: { word: string; alternatives: Alternative[] }[] = [];
  for (const alternative of alternatives) {
    if ((isStemmed(alternative) && !field.stemmer) || (alternative.kind === 'prefix' && field.wildcard === 0)) continue;
    const last = ways.at(-1);
    const isForms = alternative.isStemmed === true && last?.alternatives[0]?.kind === alternative.kind;
    if (last && isForms) last.alternatives.push(alternative);
    else ways.push({ word, alternatives: [alternative] });
  }
  return ways;
}

export async function lookupsOf(session: SearchSession, plan: Plan, field: NamedField): Promise<AnalysedTerm['lookups']> {
  const fields = plan.fields.filter(({ name }) => name === field.name);
  // Words written as one are a way to find each of them, and the same one.
  const byTerms = new Map<string, Way>();
  for (const way of plan.groups.flatMap((group) => waysOf(group, field))) {
    const [{ kind, terms } = { kind: '', terms: [] }] = way.alternatives;
    const key = `${kind} ${terms.join(' ')}`;
    if (!byTerms.has(key)) byTerms.set(key, way);
  }
  const ways = [...byTerms.values()].slice(0, maximumLookups);
  const plans = ways.map((way): Plan => ({ ...plainPlan, groups: [way], minimumMatch: 1, fields }));
  const counts = fields.length === 0 ? [] : await session.counts(plans);
  return ways.flatMap(({ word, alternatives: [first] }, place) =>
    first === undefined ? [] : [{ word, kind: first.kind, term: first.terms.join(' '), item_count: counts[place] ?? null }],
  );
}

/** Whether an item with this text in the field has enough words of the plan, and by what. */
export function meetingOf(analyser: Analyser, plan: Plan, text: string, field: NamedField): Meeting {
  const tokens = analyser.indexTokens(text);
  const words = plan.groups.map((group) => {
    const match = matchInText(analyser, group, tokens, field);
    return {
      word: group.word,
      kind: match?.alternative.kind ?? null,
      term: match?.alternative.terms.join(' ') ?? '',
      matched: match?.words.join(' ') ?? '',
    };
  });
  const hasUnwanted = plan.excluded.some(({ group, unless, fields }) => {
    const isLookedIn = fields.some(({ name }) => name === field.name);
    const isExcused = unless !== undefined && matchInText(analyser, unless, tokens, field) !== null;
    return isLookedIn && !isExcused && matchInText(analyser, group, tokens, field) !== null;
  });
  const matchedCount = words.filter(({ kind }) => kind !== null).length;
  return {
    is_found: !hasUnwanted && words.length > 0 && matchedCount >= plan.minimumMatch,
    has_unwanted_word: hasUnwanted,
    matched_count: matchedCount,
    word_count: words.length,
    minimum_count: plan.minimumMatch,
    words,
  };
}
