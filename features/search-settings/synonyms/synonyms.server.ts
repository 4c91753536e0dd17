import { previewSynonym, type SynonymRule, synonyms, twoWay } from './synonyms.contract.ts';
import { lintSynonyms } from './synonyms.lint.ts';
import { synonymRule } from './synonyms.rule.ts';
import { synonymRows } from './synonyms.store.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { previewOfRules } from '#server/search/preview.ts';
import { failField } from '#server/base/fail.ts';
import { serveRules } from '#server/crud/serve-rows.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { recentTermsOfAll } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { inSlices } from '#server/base/slices.ts';
import { type ProjectScope, sameText } from '#server/db/row-scope.ts';

const keyOf = ({ synonym_type_id: kind, term }: SynonymRule): string => `${kind} ${sameText(term)}`;

/** Typed and found words, as a key, with whether the synonym is weak. */
function pairsOf({ term, synonyms: others, synonym_type_id: kind }: SynonymRule): ReadonlyMap<string, boolean> {
  const words = [term, ...others].map(sameText);
  const typed = kind === twoWay ? words : words.slice(0, 1);
  const pairs = typed.flatMap((word) => words.filter((other) => other !== word).map((other) => `${word}\n${other}`));
  return new Map(pairs.map((pair) => [pair, kind === 3]));
}

function covers(one: SynonymRule, other: SynonymRule): boolean {
  const [pairs, others] = [pairsOf(one), [...pairsOf(other)]];
  return others.length > 0 && others.every(([pair, isWeak]) => pairs.get(pair) === false || (isWeak && pairs.has(pair)));
}

/** Counts recent searches that a synonym acts on; null if none were tracked. */
async function recentSearches(app: App, project: ProjectScope): Promise<(row: SynonymRule) => number | null> {
  const terms = await recentTermsOfAll(app, project);
  if (terms.length === 0) return () => null;
  const analyser = await projectAnalyser(app.db, project);
  const spoken = (text: string): string => ` ${stemPhrase(analyser, text).join(' ')} `;
  const all = terms.map(({ term, searchCount }) => ({ said: spoken(term), searchCount }));
  return ({ term, synonyms: others, synonym_type_id: kind }) => {
    const typed = (kind === twoWay ? [term, ...others] : [term]).map(spoken).filter((words) => words.trim() !== '');
    const acted = all.filter(({ said }) => typed.some((words) => said.includes(words)));
    return acted.reduce((sum, { searchCount }) => sum + searchCount, 0);
  };
}

export function serveSynonyms(app: App): void {
  const rule = {
    key: 'synonyms',
    table: 'synonym',
    nameOf: ({ term }: SynonymRule) => term,
    lint: lintSynonyms,
    ...synonymRule,
  } as const;
  serveRules(app, synonyms, synonymRows, rule, {
    completing: (scope, db, way) => async (given, storedAs) => {
      const row = { ...given, synonyms: given.synonyms.filter((word) => sameText(word) !== sameText(given.term)) };
      if (pairsOf(row).size === 0) throw failField('synonyms', 'notDifferent');
      if (way !== 'form' || row.is_active === false) return row;
      const own = storedAs('');
      // A second row with the same key is refused as such.
      const keys = new Set([row, ...(own ? [own] : [])].map(keyOf));
      const all = (await synonymRows(db).all(scope)).filter(({ item, fields }) => item.is_active && !keys.has(keyOf(fields)));
      const same = all.find(({ fields }) => covers(fields, row) || covers(row, fields));
      if (same)
        throw failField('synonyms', 'synonymKnown', { term: same.fields.term, synonyms: same.fields.synonyms.join(', ') });
      return row;
    },
    async shown(rows, project) {
      const searchesOf = await recentSearches(app, project);
      const shown = [];
      const breathe = inSlices();
      for (const row of rows) {
        shown.push({ ...row, catalog_term: row.term, search_count: searchesOf(row) });
        await breathe();
      }
      return shown;
    },
  });
  serve(app, previewSynonym, ({ c: collectionId, ...asked }, { project }, _upload, signal) =>
    previewOfRules(app, project, { collectionId, ...asked, source: rule.key, signal }),
  );
}
