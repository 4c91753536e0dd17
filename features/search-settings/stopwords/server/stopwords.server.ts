import { stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet, stopwordRule } from '#engine/query/stopword-rule.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import {
  addStopwordSet,
  listStopwordSets,
  previewStopwords,
  removeStopword,
  removeStopwordSet,
  type StopwordInput,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';
import { stopwordKey, stopwordRows, stopwordsKey } from './stopwords.store.ts';
import type { App } from '#server/app/app.ts';
import { asStored, serveRules } from '#server/crud/serve-rows.ts';
import type { Complete } from '#server/rules/rows/row-import.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import { previewOfRules } from '#server/search/preview.ts';

/** Changes go live at midnight, or when somebody regenerates. */
export function serveStopwords(app: App): void {
  const rows = stopwordRows(app.db);
  const rule = {
    key: stopwordsKey,
    table: 'stopword',
    nameOf: ({ value }: StopwordInput) => value,
    goesLive: 'atMidnight',
    ...stopwordRule,
  } as const;

  async function completing(scope: RowScope, db: Database): Promise<Complete<StopwordInput, StopwordInput>> {
    const analyser = await projectAnalyser(db, scope);
    return (input) => {
      const words = analyser.tokens(input.value);
      if (words.length === 0) throw failField('value', 'noWord');
      if (words.length > 1) throw failField('value', 'severalWords', { words: words.join(', ') });
      return input;
    };
  }
  const { write } = serveRules(app, stopwords, stopwordRows, rule, { ...asStored, completing });

  // Also where ignored terms are off: they may be turned on because of it.
  const settings = { forcesStopwords: true };
  serve(app, previewStopwords, ({ c: collectionId, ...asked }, { project }, _upload, signal) =>
    previewOfRules(app, project, { collectionId, ...asked, source: stopwordsKey, settings, signal }),
  );

  serve(app, removeStopword, ({ value }, who) =>
    write(who, async (writer, within) => {
      const known = await within.idsByKey(who.project, [stopwordKey(value)]);
      await writer.remove(who.project, [foundIn([...known.values()][0], stopwords.name)]);
      return {};
    }),
  );

  serve(app, listStopwordSets, async (_input, { project }) => {
    const language = await collectionStore(app.db).language(project);
    const all = await rows.all(project);
    const known = new Set(all.map(({ key }) => key));
    const sets = stopwordLanguages.map((set) => {
      const words = stopwordSet(set);
      return {
        set,
        is_own: set === language,
        word_count: words.length,
        new_count: words.filter((word) => !known.has(stopwordKey(word))).length,
        own_count: all.filter(({ fields }) => fields.name === set).length,
      };
    });
    return sets.toSorted((one, other) => Number(other.is_own) - Number(one.is_own));
  });
  serve(app, addStopwordSet, ({ set: name }, who) =>
    write(who, async (writer, within) => {
      const words = stopwordSet(name);
      const known = await within.idsByKey(who.project, words.map(stopwordKey));
      const added = words.filter((word) => !known.has(stopwordKey(word))).map((value) => ({ value, name }));
      await writer.write(who.project, { added, changed: [] });
      return { changed: added.length };
    }),
  );
  serve(app, removeStopwordSet, ({ set }, who) =>
    write(who, async (writer, within) => {
      const ids = (await within.all(who.project)).flatMap(({ item }) => (item.name === set ? [item.id] : []));
      return { changed: (await writer.remove(who.project, ids)).length };
    }),
  );
}
