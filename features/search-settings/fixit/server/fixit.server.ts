import {
  type FixitRule,
  fixits,
  type FixitEffect,
  isRedirect,
  readDeadFixits,
  readFixitEffect,
  maximumFixitProposals,
  previewFixit,
  proposeFixits,
  type FixitProposal,
} from '#features/search-settings/fixit/fixit.contract.ts';
import { lintFixits } from './fixit.lint.ts';
import { readFixit, refuseItself } from './fixit.read.ts';
import { fixitRule, compileFixits, replacementOf } from './fixit.rule.ts';
import { fixitRows, usesOf } from './fixit.store.ts';
import type { App } from '#server/app/app.ts';
import { serveRules } from '#server/crud/serve-rows.ts';
import { timedStateOf } from '#contract/rows/rule-fields.ts';
import type { Rule } from '#engine/query/pipeline.ts';
import {
  recentTerms,
  recentTermsOfAll,
  type SearchedTerm,
  wholeTerms,
} from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { maximumFixitLength } from '#contract/limits.ts';
import { collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { previewOfRules } from '#server/search/preview.ts';
import { type CollectionSearch, engineCollection, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import { serve } from '#server/app/serve.ts';
import { inSlices } from '#server/base/slices.ts';

export function serveFixits(app: App): void {
  const rule = {
    key: fixitsKey,
    table: 'fixit',
    nameOf: ({ term }: FixitRule) => term,
    lint: lintFixits,
    ...fixitRule,
  } as const;
  serveRules(app, fixits, fixitRows, rule, {
    async shown(rows) {
      const uses = await usesOf(
        app.db,
        rows.map(({ id }) => id),
      );
      const unused = { rule_uses: null, unique_users: null };
      return rows.map((row) => ({ ...row, search_term: row.term, ...(uses.get(row.id) ?? unused) }));
    },
    completing: () => (input: FixitRule) => {
      const fixit = readFixit(input);
      refuseItself(fixit);
      return fixit;
    },
  });
}

const fixitsKey = 'fixits';
const exampleTerms = 5;
/** Many tracked queries find something since. */
const mostTestedTerms = 30;

/** The replacement has passed the earlier stages. */
const afterFixits = (rules: readonly Rule[]) => rules.filter(({ stage }) => stage !== 'characters' && stage !== 'fixit');

const exampleOf = ({ term, searchCount }: SearchedTerm) => ({ term, search_count: searchCount });

async function proposals(search: CollectionSearch, terms: readonly SearchedTerm[]): Promise<FixitProposal[]> {
  const proposed: FixitProposal[] = [];
  const lost = terms.filter(({ term, itemCount }) => itemCount === 0 && term.length <= maximumFixitLength);
  for (const { term, searchCount } of lost.slice(0, mostTestedTerms)) {
    if (replacementOf(search.rules, term)) continue;
    const { totalCount, redirect } = await search.find(plainRequest(term, 0));
    if (totalCount > 0 || redirect !== null) continue;
    proposed.push({ term, search_count: searchCount });
    if (proposed.length === maximumFixitProposals) break;
  }
  return proposed;
}

export function serveFixitEffects(app: App): void {
  const rows = fixitRows(app.db);

  async function named(project: ProjectScope, id: number | undefined) {
    const [row] = id === undefined ? [] : await rows.stored(project, [id]);
    return row ? { id: row.item.id, term: row.fields.term, catalog_term: row.fields.catalog_term } : null;
  }

  async function findsNothing(project: ProjectScope, query: string): Promise<boolean> {
    const find = (search: CollectionSearch) => search.find(plainRequest(query, 0), { rules: afterFixits(search.rules) });
    for (const id of collectionIdsIn(await app.releases.live(project))) {
      const isFilled = (await app.engine.status(engineCollection(id)))?.itemCount;
      if (isFilled && (await inCollection(app, project, id, find)).totalCount > 0) return false;
    }
    return true;
  }

  async function caught(project: ProjectScope, rule: Rule, live: readonly Rule[]): Promise<FixitEffect['caught']> {
    const terms = await recentTermsOfAll(app, project);
    if (terms.length === 0) return null;
    const rules = [...live.filter(({ stage }) => stage === 'characters'), rule];
    const breathe = inSlices();
    const matching = [];
    for (const one of terms) {
      if (replacementOf(rules, one.term)) matching.push(one);
      await breathe();
    }
    return {
      count: matching.length,
      finding_count: matching.filter(({ itemCount }) => itemCount > 0).length,
      examples: matching.slice(0, exampleTerms).map(exampleOf),
    };
  }

  serve(app, previewFixit, ({ c: collectionId, q, rows: sent }, { project }, _upload, signal) =>
    previewOfRules(app, project, { collectionId, q, rows: sent.map(readFixit), source: fixitsKey, signal }),
  );

  serve(app, proposeFixits, async ({ c }, { project }, _upload, signal) => {
    const terms = wholeTerms(await recentTerms(app, project, (await collectionOf(app.db, project, c)).collectionId));
    return inCollection(app, project, c, (search) => proposals(search, terms), { signal });
  });

  serve(app, readDeadFixits, async ({ ids }, { project }) => {
    const dead = [];
    for (const { item, deletedAt } of await rows.stored(project, ids.split(',').map(Number))) {
      const isActing = timedStateOf(item, Date.now()) === 'on' && deletedAt === null;
      if (isActing && !isRedirect(item.catalog_term) && (await findsNothing(project, item.catalog_term))) dead.push(item.id);
    }
    return dead;
  });

  serve(app, readFixitEffect, async ({ is_regexp: flag, id = 0, ...typed }, { project }) => {
    const [term, to] = [typed.term.trim(), typed.catalog_term.trim()];
    const { rules } = await app.releases.live(project);
    const fixit = term === '' ? null : readFixit({ term, is_regexp: flag === '1', catalog_term: to });
    const tried = fixit && [{ ...fixit, id, catalog_term: 'https://' }];
    const rule = tried && compileFixits(tried, await projectAnalyser(app.db, project));
    const by = fixit && !fixit.is_regexp ? replacementOf(rules, fixit.term)?.ruleId : undefined;
    return {
      caught: rule && (await caught(project, rule, rules)),
      caught_by: by === id ? null : await named(project, by),
      next: to === '' || isRedirect(to) ? null : (replacementOf(rules, to)?.after ?? null),
    };
  });
}
