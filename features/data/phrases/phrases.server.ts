import { analyserOf } from '#engine/search.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { addPhrase, listPhrases, minePhrases, setPhraseBoost, setPhraseVisibility } from './phrases.contract.ts';
import { compilePhrases } from './phrases.rule.ts';
import { requestPhrases, runPhrases } from './phrases.service.ts';
import { phraseStore } from './phrases.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { searchCollection } from '#server-kit/project-search.ts';
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
    const stems = analyser
      .tokens(phrase)
      .map((token) => analyser.stem(token))
      .join(' ');
    if (stems === '') throw failField('phrase', 'fieldNotValid');
    const request = { query: phrase, page: 1, perPage: 1, filters: [], facets: [], sort: [] };
    const { totalCount } = await searchCollection(app, project, c, request);
    const added = await store.add(project, c, { stems, phrase, itemCount: totalCount }, boost);
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

  serve(app, minePhrases, async ({ c }, { project }) => {
    await check(project, c);
    await requestPhrases(app, project, c);
    return {};
  });
}
