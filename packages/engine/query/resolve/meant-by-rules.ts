import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { allowedEdits, editDistance } from '#engine/query/analysis/typos.ts';
import type { QueryDraft, Rule } from '#engine/query/pipeline.ts';
import type { ResolvedSearch, TraceEntry } from '#engine/port.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { isLikelyTypo } from './likely-typo.ts';

const wordsByRule = new WeakMap<Rule, readonly string[]>();

function wordsOf(rule: Rule): readonly string[] {
  const known = wordsByRule.get(rule) ?? [...new Set(rule.words?.() ?? [])];
  wordsByRule.set(rule, known);
  return known;
}

interface Nearest {
  readonly term: string;
  readonly distance: number;
}

/** null for a word that rules have as it is. */
function nearestWord(word: string, rules: readonly Rule[]): Nearest | null {
  const most = allowedEdits(word);
  let nearest: Nearest | null = null;
  for (const rule of rules)
    for (const term of wordsOf(rule)) {
      if (term === word) return null;
      if (Math.abs(term.length - word.length) > most) continue;
      const distance = editDistance(word, term, most);
      if (distance <= most && distance < (nearest?.distance ?? most + 1) && isLikelyTypo(word, term, distance))
        nearest = { term, distance };
    }
  return nearest;
}

/** Unknown words become words of rules, where items have no nearer ones. */
function meantWords({ plan, unknown, correctedQuery }: ResolvedSearch, rules: readonly Rule[]): string[] {
  const typed = plan.groups.map(({ word }) => word);
  const corrected = correctedQuery?.split(' ') ?? typed;
  const words = corrected.length === typed.length ? [...corrected] : typed;
  for (const index of unknown) {
    const [word, other] = [typed[index]!, words[index]!];
    const nearest = allowedEdits(word) === 0 ? null : nearestWord(word, rules);
    if (nearest !== null && (other === word || nearest.distance < editDistance(word, other, nearest.distance)))
      words[index] = nearest.term;
  }
  return words;
}

const steps: ReadonlySet<string> = new Set(['fixit', 'stopwords', 'synonyms', 'curations', 'banners']);
const keyOf = ({ step, after, rows = [] }: TraceEntry): string => `${step} ${after} ${rows.map(({ id }) => id).join()}`;

/** The query as it was meant, if it was misspelt and rules act on it that didn't on what was typed. */
export function meantByRules(
  resolved: ResolvedSearch,
  draft: QueryDraft,
  analyser: Analyser,
  rules: readonly Rule[],
): { readonly draft: QueryDraft; readonly text: string } | null {
  if (rules.length === 0 || (resolved.correctedQuery === null && resolved.unknown.length === 0)) return null;
  const text = meantWords(resolved, rules).join(' ');
  const typed = resolved.plan.groups.map(({ word }) => word).join(' ');
  if (text === typed) return null;
  const meant = draftQuery(analyser, rules, draft.text.endsWith(' ') ? `${text} ` : text, { negates: false });
  const before = new Set(draft.trace.map(keyOf));
  const own = meant.trace.filter((entry) => steps.has(entry.step) && !before.has(keyOf(entry)));
  if (own.length === 0) return null;
  const trace = [...draft.trace, { step: 'typos', before: typed, after: text }, ...own];
  return { text, draft: { ...meant, unwanted: draft.unwanted, trace } };
}
