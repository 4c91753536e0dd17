import { analyzeTerm, type AnalysedTerm, type AnalysedWord } from '#features/developer/analyze/analyze.contract.ts';
import { analysisSteps, analyserOf } from '#engine/query/analysis/analyser.ts';
import { maxQueryWords, type Alternative, type Plan, plainPlan, type WordGroup } from '#engine/plan.ts';
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
import type { SearchSession } from '#engine/port.ts';
import type { MatchField } from '#engine/query/matches/text-match.ts';

/** Words of equally long lists change in place; otherwise removed words come first. */
export function changesBetween(before: readonly string[], after: readonly string[]): AnalysedWord[] {
  if (before.length === after.length)
    return after.map((text, at) => {
      const was = before[at]!;
      return text === was ? { text, change: 'kept', was: '' } : { text, change: 'changed', was };
    });
  const without = (words: readonly string[], others: readonly string[]) => words.filter((word) => !others.includes(word));
  const added = new Set(without(after, before));
  return [
    ...without(before, after).map((text): AnalysedWord => ({ text, change: 'removed', was: '' })),
    ...after.map((text): AnalysedWord => ({ text, change: added.has(text) ? 'added' : 'kept', was: '' })),
  ];
}

type NamedField = MatchField & { readonly name: string };

const maximumLookups = 40;

const isStemmed = ({ kind, isStemmed: isStem = kind === 'stem' }: Alternative): boolean => isStem;

interface Way {
  readonly word: string;
  readonly alternatives: readonly Alternative[];
}

/** The ways to find a word in the field. A synonym as it is written and in its other forms is one way. */
function waysOf({ word, alternatives }: WordGroup, field: MatchField): Way[] {
  const ways: { word: string; alternatives: Alternative[] }[] = [];
  for (const alternative of alternatives) {
    if ((isStemmed(alternative) && !field.stemmer) || (alternative.kind === 'prefix' && field.wildcard === 0)) continue;
    const last = ways.at(-1);
    const isForms = alternative.isStemmed === true && last?.alternatives[0]?.kind === alternative.kind;
    if (last && isForms) last.alternatives.push(alternative);
    else ways.push({ word, alternatives: [alternative] });
  }
  return ways;
}

async function lookupsOf(session: SearchSession, plan: Plan, field: NamedField): Promise<AnalysedTerm['lookups']> {
  const fields = plan.fields.filter(({ name }) => name === field.name);
  // Words written as one are a way to find each of them, and the same one.
  const byTerms = new Map<string, Way>();
  for (const way of plan.groups.flatMap((group) => waysOf(group, field))) {
    const [{ kind, terms } = { kind: '', terms: [] }] = way.alternatives;
    const key = `${kind} ${terms.join(' ')}`;
    if (!byTerms.has(key)) byTerms.set(key, way);
  }
  const ways = [...byTerms.values()].slice(0, maximumLookups);
  const plans = ways.map((way): Plan => ({ ...plainPlan, groups: [way], minimumMatch: 1, fields }));
  const counts = fields.length === 0 ? [] : await session.counts(plans);
  return ways.flatMap(({ word, alternatives: [first] }, place) =>
    first === undefined ? [] : [{ word, kind: first.kind, term: first.terms.join(' '), item_count: counts[place] ?? null }],
  );
}

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

const noField = { name: '', is_searched: false, has_stems: true };

export function serveAnalyze(app: App): void {
  const collections = collectionStore(app.db);

  serve(app, analyzeTerm, async ({ c, term, schema }, { project }) => {
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
      text: textSteps(term, language, field.has_stems),
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
