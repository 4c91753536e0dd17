import type { CompileRule, QueryDraft } from '#engine/pipeline.ts';
import type { Alternative } from '#engine/plan.ts';
import { addAlternatives, alternativesOf, findSpans, stemOfGroup, stemPhrase } from '#engine/rule-matching.ts';
import type { SynonymInput } from './synonyms.contract.ts';

/** How much a found synonym scores beside what was typed. */
const synonymWeight = 0.8;
const weakWeight = 0.3;

/** Words that, when typed, may also match in other ways. */
interface Entry {
  readonly text: string;
  readonly phrase: readonly string[];
  readonly others: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/** Lets words of the query match their synonyms too. Words are recognised in any inflection. */
export const compileSynonyms: CompileRule<SynonymInput> = (rows, analyser) => {
  const entryOf = (text: string, others: readonly string[], isWeak = false): Entry => ({
    text,
    others,
    phrase: stemPhrase(analyser, text),
    alternatives: others.flatMap((other) =>
      alternativesOf(analyser, other, isWeak ? 'weak' : 'synonym', isWeak ? weakWeight : synonymWeight),
    ),
  });
  const entries = rows.flatMap(({ term, synonym_type_id, synonyms }) => {
    if (synonym_type_id !== 1) return [entryOf(term, synonyms, synonym_type_id === 3)];
    const all = [term, ...synonyms];
    const othersOf = (text: string) => all.filter((other) => other !== text);
    return all.map((text) => entryOf(text, othersOf(text)));
  });
  const byFirstStem = Map.groupBy(entries, ({ phrase }) => phrase[0]);

  const applyEntry = (draft: QueryDraft, { text, phrase, others, alternatives }: Entry): QueryDraft => {
    const spans = findSpans(draft.groups, phrase);
    if (spans.length === 0) return draft;
    const groups = spans.reduce((changed, span) => addAlternatives(changed, span, alternatives), [...draft.groups]);
    return { ...draft, groups, trace: [...draft.trace, { step: 'synonyms', before: text, after: others.join(', ') }] };
  };

  return {
    stage: 'synonyms',
    apply: (draft) => {
      const stems = new Set(draft.groups.map(stemOfGroup));
      return [...stems].flatMap((stem) => byFirstStem.get(stem) ?? []).reduce(applyEntry, draft);
    },
  };
};
