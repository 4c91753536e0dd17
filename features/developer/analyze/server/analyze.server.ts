import { analyzeTerm, type AnalysedTerm } from '#features/developer/analyze/analyze.contract.ts';
import { changesBetween } from './analyze.changes.ts';
import { lookupsOf, meetingOf } from './analyze.lookups.ts';
import { analysisSteps, analyserOf } from '#engine/query/analysis/analyser.ts';
import { maxQueryWords } from '#engine/plan.ts';
import { maximumQueryLength } from '#contract/limits.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor, searchFields } from '#engine/query/query-plan.ts';
import { querySteps } from '#engine/query/query-steps.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { rulesFor } from '#engine/query/resolve/run-search.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { foundIn } from '#server/base/fail.ts';
import { inCollection, searchSettings } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';

interface Words<Name> {
  readonly step: Name;
  readonly words: readonly string[];
}

const withChanges = <Name>(steps: readonly Words<Name>[]) =>
  steps.map(({ step, words }, place) => ({ step, words: changesBetween(steps[place - 1]?.words ?? words, words) }));

function textSteps(text: string, language: string, hasStems: boolean): AnalysedTerm['text'] {
  const wellFormed = text.toWellFormed();
  const steps = analysisSteps(wellFormed, language)
    .filter(({ step }) => hasStems || step !== 'stemmed')
    .map(({ step, tokens }) => ({ step, words: tokens.map((token) => token.text) }));
  return withChanges([{ step: 'typed' as const, words: wellFormed.split(/\s+/).filter(Boolean) }, ...steps]);
}

/** Stands for the fields that a collection has once something is imported. */
const noField = { name: '', is_searched: false, has_stems: true };

export function serveAnalyze(app: App): void {
  const collections = collectionStore(app.db);

  serve(app, analyzeTerm, async ({ c, term, schema, text }, { project }) => {
    const { relevance, rules: all } = await searchSettings(app, project, c);
    const rules = rulesFor(relevance, all);
    const fields = fieldsOf(relevance);
    const nameField = (await collections.fields(project, c)).find(({ isFrontName }) => isFrontName)?.name;
    const otherField = schema === '' ? (fields[0] ?? noField) : undefined;
    const field = foundIn(fields.find(({ name }) => name === (schema || nameField)) ?? otherField, 'field');

    const { language } = relevance.layout;
    const analyser = analyserOf(language);
    const { steps, redirect } = querySteps(analyser, rules, term, field.has_stems);
    const plan = planFor(draftQuery(analyser, rules, term), relevance, { ...plainRequest(term, 1), today: 0 });
    const searched = plan.fields.find(({ name }) => name === field.name);
    const matched = {
      wildcard: searched?.wildcard ?? 0,
      fuzzy: searched?.fuzzy ?? false,
      stemmer: field.has_stems,
      name: field.name,
    };
    return {
      schema: field.name,
      fields,
      redirect,
      query: withChanges(steps),
      lookups: redirect === null ? await inCollection(app, project, c, ({ session }) => lookupsOf(session, plan, matched)) : [],
      text: textSteps(text === '' ? term : text, language, field.has_stems),
      meeting: redirect === null && text.trim() !== '' ? meetingOf(analyser, plan, text, matched) : null,
      is_cut: term.length > maximumQueryLength || analyser.tokens(term).length > maxQueryWords,
    };
  });
}

function fieldsOf(relevance: CollectionRelevance): AnalysedTerm['fields'] {
  const weights = new Map(searchFields(relevance).map(({ name, weight }) => [name, weight]));
  const weightOf = (name: string) => weights.get(name) ?? 0;
  return relevance.layout.fields
    .filter(({ name, type }) => type === 'text' || weights.has(name))
    .map(({ name, searchable, stemmer }) => ({ name, is_searched: searchable && weights.has(name), has_stems: stemmer }))
    .toSorted((a, b) => weightOf(b.name) - weightOf(a.name));
}
