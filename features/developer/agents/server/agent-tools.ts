import type { Endpoint } from '#contract/endpoint.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { readProblem } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontItem } from '#features/front-api/items/items.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { listProposedSynonyms } from '#features/search-settings/synonyms/proposed-synonyms.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';

/** A call that agents may make. Its access, input and limits are the endpoint's. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'input'>;
  /** Inputs of the endpoint that an agent may send. */
  readonly takes: readonly string[];
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Members of the answer; all if undefined. */
  readonly answers?: readonly string[];
}

const filterHelp = 'filters is JSON such as {"brand":["Nora"],"price":{"to":1000}}; the tool facets lists fields and values.';
/** A rule that is off does nothing until a person turns it on. */
const asDraft = { is_active: false };
const draftHelp = 'Saves it turned off; a person turns it on in the console.';

export const shopTools: readonly AgentTool[] = [
  {
    name: 'search',
    description: `Searches the items of the shop, best first. ${filterHelp} sort is a field and direction, such as price:asc.`,
    endpoint: frontSearch,
    takes: ['q', 'filters', 'sort', 'page', 'per_page', 'collection', 'lang'],
  },
  {
    name: 'facets',
    description: 'Counts the values of all fields that can be filtered, among the items that a query finds.',
    endpoint: frontSearch,
    takes: ['q', 'filters', 'collection'],
    fixed: { facets: '*', per_page: 1 },
    answers: ['facets', 'total_count'],
  },
  { name: 'item', description: 'Reads one item by its id.', endpoint: frontItem, takes: ['id', 'collection'] },
  {
    name: 'autocomplete',
    description: 'Completes the beginning of a query: words and best items.',
    endpoint: frontAutocomplete,
    takes: ['q', 'limit', 'lang'],
  },
];

export const consoleTools: readonly AgentTool[] = [
  {
    name: 'search_figures',
    description: 'Searches, visitors and searches without results by day, compared with the days before.',
    endpoint: readSearchHistory,
    takes: ['start', 'end', 'language'],
  },
  {
    name: 'searches_without_results',
    description: 'Lists queries that found nothing, the most frequent first.',
    endpoint: listSearchesWithoutResults,
    takes: ['start', 'end', 'state', 'page', 'per_page'],
  },
  {
    name: 'proposals',
    description: 'Says why a query finds nothing, and proposes rules with their evidence and what they would find.',
    endpoint: readProblem,
    takes: ['q', 'c'],
  },
  {
    name: 'proposed_synonyms',
    description: 'Lists synonyms that visitors’ searches and choices propose, with the evidence.',
    endpoint: listProposedSynonyms,
    takes: [],
  },
  {
    name: 'draft_synonym',
    description: `Drafts a synonym: kind 1 is two-way, 2 one-way, 3 weak. ${draftHelp}`,
    endpoint: synonyms.create,
    takes: ['term', 'synonym_type_id', 'synonyms'],
    fixed: asDraft,
  },
  {
    name: 'draft_replacing_term',
    description: `Drafts a query that searches another one instead, or opens a web address. ${draftHelp}`,
    endpoint: fixits.create,
    takes: ['term', 'catalog_term'],
    fixed: asDraft,
  },
  {
    name: 'draft_curation',
    description: `Drafts which items come first after queries, and which are hidden. ${draftHelp}`,
    endpoint: curations.create,
    takes: ['c', 'name', 'queries', 'promoted', 'hidden'],
    fixed: asDraft,
  },
];
