import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import {
  defaultBoost,
  minePhrases,
  type PhraseInput,
  phrases,
  setPhraseBoost,
  setPhraseVisibility,
  setVisibilityOfPhrases,
} from '#features/data/phrases/phrases.contract.ts';
import { phraseRule } from './phrases.rule.ts';
import { requestPhrases, runPhrases, stemsOf } from './phrases.service.ts';
import { type PhraseFields, phraseRows, setPartOf } from './phrases.store.ts';
import type { App } from '#server/app/app.ts';
import { asStored, serveRules, type Who } from '#server/crud/serve-rows.ts';
import type { Complete, InputWay } from '#server/rules/rows/row-import.ts';
import { collectionOf, type RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';

export function servePhrases(app: App): void {
  const nameOf = ({ phrase }: PhraseFields) => phrase;
  const rule = { key: 'phrases', table: 'phrase', nameOf, setPart: setPartOf, ...phraseRule } as const;
  runPhrases(app);

  /** Found phrases keep their spelling; typed ones count their items, but for a project file, which comes before its items. */
  async function completing(scope: RowScope, db: Database, way: InputWay): Promise<Complete<PhraseFields, PhraseInput>> {
    const analyser = await projectAnalyser(db, scope);
    return async ({ phrase, boost, is_visible }, storedAs) => {
      const stems = stemsOf(analyser, phrase);
      if (stems === '') throw failField('phrase', 'noWord');
      const stored = storedAs(stems);
      const isAdded = (stored?.source ?? 'added') === 'added';
      const decided = { boost, is_visible, is_decided: true };
      const added = { phrase, ...decided, stems, source: 'added', item_count: 0, search_count: 0 } as const;
      if (way === 'project') return isAdded ? { ...added, ...countsOf(stored) } : { ...added, ...stored, ...decided };
      if (stored?.stems === stems) return { ...stored, ...decided, phrase: isAdded ? phrase : stored.phrase };
      if (!isAdded) throw fail('phraseNotAdded', { phrase: stored?.phrase ?? phrase });
      const { totalCount } = await inCollection(app, scope, foundIn(scope.collectionId, 'collection'), (search) =>
        search.find(plainRequest(phrase, 1)),
      );
      return { ...added, item_count: totalCount };
    };
  }

  const { write, shownNow } = serveRules(app, phrases, phraseRows, rule, { ...asStored, completing });

  /** Returns the ids of those that were found. */
  const decide = (who: Who, ids: readonly number[], change: (fields: PhraseFields) => Partial<PhraseFields>) =>
    write(who, async (writer, rows) => {
      const chosen = (await rows.stored(who.project, ids)).filter(({ deletedAt }) => deletedAt === null);
      for (const inOne of Map.groupBy(chosen, ({ scope }) => scope.collectionId).values()) {
        const changed = inOne.map(({ item: { id }, fields }) => ({ id, fields: { ...fields, ...change(fields) } }));
        await writer.write(inOne[0]!.scope, { added: [], changed });
      }
      return chosen.map(({ item }) => item.id);
    });
  const decideOne = async (who: Who, id: number, change: (fields: PhraseFields) => Partial<PhraseFields>) =>
    foundIn((await shownNow(who.project, await decide(who, [id], change)))[0], phrases.name);

  serve(app, setPhraseVisibility, ({ id, is_visible }, who) => decideOne(who, id, () => ({ is_visible, is_decided: true })));
  serve(app, setVisibilityOfPhrases, async ({ ids, is_visible }, who) => ({
    ids: await decide(who, ids, () => ({ is_visible, is_decided: true })),
  }));
  // A boosted phrase is meant to be suggested.
  serve(app, setPhraseBoost, ({ id, boost }, who) =>
    decideOne(who, id, ({ is_decided: isDecided }) => ({
      boost,
      ...(!isDecided && boost !== defaultBoost && { is_visible: true, is_decided: true }),
    })),
  );

  serve(app, minePhrases, async ({ c }, { project }) => {
    const { collectionId } = await collectionOf(app.db, project, c);
    await requestPhrases(app, project, collectionId);
    return {};
  });
}

const countsOf = (stored: PhraseFields | undefined) => ({
  item_count: stored?.item_count ?? 0,
  search_count: stored?.search_count ?? 0,
});
