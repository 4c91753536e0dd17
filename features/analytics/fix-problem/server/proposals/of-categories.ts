import { pathSeparator } from '#contract/item.ts';
import { isWebAddress } from '#contract/fields.ts';
import type { Fix } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { AskedQuery } from './asked-query.ts';
import type { Candidate } from './candidate.ts';

const mostCategories = 2_000;
const mostCollections = 3;
const lookedAtHits = 3;
const categoryWeight = 0.7;

/** Path of the category with one of these names. */
async function categoryCalled({ search, analyser }: AskedQuery, texts: readonly string[]): Promise<string | null> {
  const { pathField } = search.relevance.front.catalog;
  if (pathField === null) return null;
  const wanted = new Set(texts.map((text) => stemPhrase(analyser, text).join(' ')).filter(Boolean));
  if (wanted.size === 0) return null;
  const found = await search.valuesOf(pathField, mostCategories);
  const paths = (found?.values ?? []).map(({ value }) => String(value));
  return paths.find((path) => wanted.has(stemPhrase(analyser, leafOf(path)).join(' '))) ?? null;
}

const leafOf = (path: string): string => path.split(pathSeparator).at(-1) ?? '';

export async function ofCategories(
  app: App,
  project: ProjectScope,
  asked: AskedQuery,
  texts: readonly string[],
  collectionId: number,
): Promise<Candidate[]> {
  const others = collectionIdsIn(await app.releases.live(project)).filter((id) => id !== collectionId);
  if (others.length === 0) return [];
  const path = await categoryCalled(asked, [asked.text, ...texts]);
  if (path === null) return [];
  const name = stemPhrase(asked.analyser, leafOf(path)).join(' ');
  for (const id of others.slice(0, mostCollections)) {
    const page = await inCollection(app, project, id, (search) => pageCalled(search, leafOf(path)));
    if (page === null || stemPhrase(asked.analyser, page.name).join(' ') !== name) continue;
    const fix: Fix = { kind: 'fixit', term: asked.text, to: [page.url] };
    return [{ fix, evidence: { kind: 'category', count: null }, weight: categoryWeight, path }];
  }
  return [];
}

async function pageCalled(search: CollectionSearch, name: string): Promise<{ name: string; url: string } | null> {
  const { hits } = await search.find(plainRequest(name, lookedAtHits));
  for (const { item } of hits) {
    const { name: called, url } = item.fields;
    if (typeof called === 'string' && typeof url === 'string' && isWebAddress(url)) return { name: called, url };
  }
  return null;
}
