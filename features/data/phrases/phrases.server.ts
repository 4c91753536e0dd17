import { analyserOf, runSearch } from '#engine/search.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { phraseEffect } from './phrase-effect.ts';
import {
  addPhrase,
  listPhrases,
  minePhrases,
  readPhraseEffect,
  removePhrase,
  setPhraseBoost,
  setPhraseVisibility,
} from './phrases.contract.ts';
import { compilePhrases } from './phrases.rule.ts';
import { requestPhrases, runPhrases } from './phrases.service.ts';
import { phraseStore } from './phrases.store.ts';
import { stemsOf } from './searched-phrases.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { engineCollection, searchCollection, searchSettings } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

export function servePhrases(app: App): void {
  const store = phraseStore(app.db);
  const collections = collectionStore(app.db);
  app.releases.add({ name: 'phrases', store, compile: compilePhrases });
  runPhrases(app);

  const check = async (project: ProjectScope, c: number): Promise<void> => {
    if (!(await collections.find(project, c))) throw fail('notFound', { name: 'collection' });
  };
  const publish = (project: ProjectScope, userId: number) => app.releases.publish(project, { userId, reason: 'phrases' });
  const known = <Found>(found: Found | null): Found => {
    if (found === null) throw fail('notFound', { name: 'phrase' });
    return found;
  };

  serve(app, listPhrases, async ({ c, ...query }, { project }) => {
    await check(project, c);
    return store.list(project, c, query);
  });

  serve(app, addPhrase, async ({ c, phrase, boost }, { project, user }) => {
    await check(project, c);
    const analyser = analyserOf(await collections.language(project));
    const stems = stemsOf(analyser, phrase);
    if (stems === '') throw failField('phrase', 'fieldNotValid');
    const request = { query: phrase, page: 1, perPage: 1, filters: [], facets: [], sort: [] };
    const { totalCount } = await searchCollection(app, project, c, request);
    const added = await store.add(project, c, { stems, phrase, itemCount: totalCount, searchCount: 0 }, boost);
    if (!added) throw failField('phrase', 'alreadyUsed', { name: 'phrase' });
    await publish(project, user.id);
    return added;
  });

  serve(app, setPhraseVisibility, async ({ id, is_visible }, { project, user }) => {
    const phrase = known(await store.setVisibility(project, id, is_visible));
    await publish(project, user.id);
    return phrase;
  });

  serve(app, setPhraseBoost, async ({ id, boost }, { project, user }) => {
    const phrase = known(await store.setBoost(project, id, boost));
    await publish(project, user.id);
    return phrase;
  });

  serve(app, removePhrase, async ({ id }, { project, user }) => {
    known(await store.find(project, id));
    if (!(await store.removeAdded(project, id))) throw fail('phraseNotAdded');
    await publish(project, user.id);
    return {};
  });

  serve(app, readPhraseEffect, async ({ id }, { project }) => {
    const { collectionId, ...phrase } = known(await store.find(project, id));
    const { relevance, rules } = await searchSettings(app, project, collectionId);
    const others = (await store.all(project)).filter((one) => one.phrase !== phrase.phrase);
    const withoutIt = compilePhrases(others, analyserOf(await collections.language(project)));
    return {
      phrase,
      ...(await phraseEffect(phrase.phrase, {
        rules,
        rulesWithout: rules.map((rule) => (rule.stage === withoutIt.stage ? withoutIt : rule)),
        relevance,
        search: (request, chosen) => runSearch(app.engine, engineCollection(collectionId), relevance, chosen, request),
      })),
    };
  });

  serve(app, minePhrases, async ({ c }, { project }) => {
    await check(project, c);
    await requestPhrases(app, project, c);
    return {};
  });
}
