import { compileWith, type PhraseSuggestion, type QueryDraft, type RuleCompiler } from '#engine/query/pipeline.ts';
import { findSpans, stemOfGroup, stemPhrase } from '#engine/query/rule-matching.ts';
import type { PhraseRule } from '#features/data/phrases/phrases.contract.ts';

interface PreparedPhrase extends PhraseRule {
  readonly folded: string;
  readonly stems: readonly string[];
}

export const phraseRule: RuleCompiler<PhraseRule, PreparedPhrase> = {
  prepare: (row, analyser) => ({
    ...row,
    folded: analyser.tokens(row.phrase).join(' '),
    stems: stemPhrase(analyser, row.phrase),
  }),
  merge(rows, analyser) {
    const fold = (text: string): string => analyser.tokens(text).join(' ');
    const visible = rows.filter((row) => row.is_visible);
    // Undecided phrases hide nothing.
    const hidden = new Set(rows.filter((row) => !row.is_visible && row.is_decided).map(({ folded }) => folded));
    const phrases = visible.map(({ stems }) => stems).filter((stems) => stems.length > 1);
    const byFirstStem = Map.groupBy(phrases, (stems) => stems[0]);
    const apply = (draft: QueryDraft): QueryDraft => {
      const stems = new Set(draft.groups.map(stemOfGroup));
      const candidates = [...stems].flatMap((stem) => byFirstStem.get(stem) ?? []);
      const spans = candidates.flatMap((phrase) => findSpans(draft.groups, phrase));
      if (spans.length === 0) return draft;
      const pairs = spans.flatMap(({ start, count }) => Array.from({ length: count - 1 }, (_, at) => start + at));
      const known = [...new Set([...(draft.knownPairs ?? []), ...pairs])].toSorted((a, b) => a - b);
      return { ...draft, knownPairs: known };
    };
    return { stage: 'phrases', apply, suggest: suggester(visible, fold), hides: (text) => hidden.has(fold(text)) };
  },
};

export const compilePhrases = compileWith(phraseRule);

/** By boost, then searches, then items; prefixes of the phrase before those of later words. */
function suggester(rows: readonly PreparedPhrase[], fold: (text: string) => string) {
  const known = rows.toSorted((a, b) => b.boost - a.boost || b.search_count - a.search_count || b.item_count - a.item_count);
  return (typed: string, limit: number): readonly PhraseSuggestion[] => {
    const wanted = fold(typed);
    if (wanted === '') return [];
    const beginning = known.filter(({ folded }) => folded.startsWith(wanted));
    const later = beginning.length < limit ? known.filter(({ folded }) => folded.includes(` ${wanted}`)) : [];
    return [...new Set([...beginning, ...later])]
      .slice(0, limit)
      .map(({ phrase, item_count }) => ({ text: phrase, itemCount: item_count }));
  };
}
