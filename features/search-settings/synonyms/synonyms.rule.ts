import { compileWith, type QueryDraft, type RuleCompiler } from '#engine/pipeline.ts';
import type { Alternative } from '#engine/plan.ts';
import { addAlternatives, alternativesOf, findSpans, stemOfGroup, stemPhrase } from '#engine/rule-matching.ts';
import type { SynonymRule } from './synonyms.contract.ts';

/** How much a found synonym scores beside what was typed. */
const synonymWeight = 0.8;
const weakWeight = 0.3;

/** A text of a rule, analysed once for all the words that it is a synonym of. */
interface Word {
  readonly text: string;
  readonly phrase: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/** Words that, when typed, may also match in other ways. */
interface Entry {
  readonly word: Word;
  /** All words of the rule; one isn't its own synonym. */
  readonly others: readonly Word[];
}

/** Lets words of the query match their synonyms too. Words are recognised in any inflection. */
export const synonymRule: RuleCompiler<SynonymRule, readonly Entry[]> = {
  isDivisible: true,
  prepare({ term, synonym_type_id, synonyms }, analyser) {
    const isWeak = synonym_type_id === 3;
    const wordOf = (text: string): Word => ({
      text,
      phrase: stemPhrase(analyser, text),
      alternatives: alternativesOf(analyser, text, isWeak ? 'weak' : 'synonym', isWeak ? weakWeight : synonymWeight),
    });
    const [word, ...others] = [term, ...synonyms].map(wordOf) as [Word, ...Word[]];
    if (synonym_type_id !== 1) return [{ word, others }];
    const all = [word, ...others];
    return all.map((one) => ({ word: one, others: all }));
  },
  merge(rows) {
    const byFirstStem = new Map<string | undefined, Entry[]>();
    for (const entries of rows)
      for (const entry of entries) {
        const [stem] = entry.word.phrase;
        const known = byFirstStem.get(stem);
        if (known) known.push(entry);
        else byFirstStem.set(stem, [entry]);
      }
    return {
      stage: 'synonyms',
      apply: (draft) => {
        const stems = new Set(draft.groups.map(stemOfGroup));
        return [...stems].flatMap((stem) => byFirstStem.get(stem) ?? []).reduce(applyEntry, draft);
      },
    };
  },
};

export const compileSynonyms = compileWith(synonymRule);

function applyEntry(draft: QueryDraft, { word, others: all }: Entry): QueryDraft {
  const spans = findSpans(draft.groups, word.phrase);
  if (spans.length === 0) return draft;
  const others = all.filter(({ text }) => text !== word.text);
  const alternatives = others.flatMap((other) => other.alternatives);
  const groups = spans.reduce((changed, span) => addAlternatives(changed, span, alternatives), [...draft.groups]);
  const after = others.map(({ text }) => text).join(', ');
  return { ...draft, groups, trace: [...draft.trace, { step: 'synonyms', before: word.text, after }] };
}
