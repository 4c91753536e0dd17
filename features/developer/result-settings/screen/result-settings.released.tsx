import { fieldLabel } from '#ui/item/field-words.ts';
import { releasedKindOf } from '#ui/releases/released-kind.ts';
import { maximumColumnEntries } from '#contract/limits.ts';
import { msg } from '#ui/text/i18n.ts';
import type {
  PanelFields,
  ResultKind,
  ResultSettingFields,
} from '#features/developer/result-settings/result-settings.contract.ts';

const resultSettingsPath = '/developer/result-settings';
const catalogSettingsPath = '/developer/result-settings/catalog';

export const resultKindWords: Readonly<Record<ResultKind, string>> = {
  autocomplete: msg('Autocomplete'),
  search: msg('Search'),
  catalog: msg('Catalogue'),
};

interface ResultValues extends Pick<ResultSettingFields, 'per_page' | 'path_field'> {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  readonly sort: readonly string[];
  readonly facets: readonly string[];
  readonly path_sorts: readonly string[];
}

const arrows = { asc: '↑', desc: '↓' } as const;
/** Relevance is no field; it has a word of its own. */
const sortText = ({ field, order }: ResultSettingFields['sort'][number]): string =>
  field === null ? '' : `${fieldLabel(field)} ${arrows[order]}`;
const called = (field: string, label: string): string => (label === '' ? fieldLabel(field) : `${fieldLabel(field)} (${label})`);

export const releasedResults = releasedKindOf<ResultSettingFields, ResultValues>({
  source: 'result-settings',
  title: (t) => t('Result settings'),
  counted: (t, count) => t('{count} result settings', { count }),
  sentence(t, { results }) {
    const shown = results.filter((one) => one.is_shown).length;
    return shown === results.length ? t('Answers hold all fields.') : t('Answers hold {count} fields.', { count: shown });
  },
  valuesOf: ({ results, per_page, sort, facets, path_field, path_sorts }) => ({
    shown: results
      .filter((one) => one.is_shown)
      .map(({ field, label, max_length: most }) => called(field, label) + (most === null ? '' : ` ≤ ${most}`)),
    hidden: results.filter((one) => !one.is_shown).map(({ field }) => fieldLabel(field)),
    per_page,
    sort: sort.map(sortText),
    facets: facets.map(({ field, label, limit }) => `${called(field, label)} · ${limit}`),
    path_field,
    path_sorts: path_sorts.map(({ path, ...sorted }) => `${path}: ${sortText(sorted) || '–'}`),
  }),
  fields: (t) => ({
    shown: { label: t('Shown fields') },
    hidden: { label: t('Hidden fields') },
    per_page: { label: t('Results per page') },
    sort: { label: t('Sort choices'), choices: { '': { name: t('Relevance') } } },
    facets: { label: t('Filters') },
    path_field: { label: t('Category field') },
    path_sorts: { label: t('Sorting of categories') },
  }),
  nameOf: (t, { name }) => t(resultKindWords[name as ResultKind] ?? name),
  screen: {
    path: resultSettingsPath,
    pathOf: ({ name }) => (name === 'catalog' ? catalogSettingsPath : resultSettingsPath),
    needs: 'developer',
    opens: ({ name, collection_id: c }) => ({ ...(name === 'search' && { tab: name }), ...(c !== null && { c }) }),
  },
});

/** Phrases have no field and mostly no title. */
const phrasesOf = (limit: number): string => `phrases ${limit}`;
const phrasesChoices = (word: string) =>
  Object.fromEntries(
    Array.from({ length: maximumColumnEntries }, (_, at) => [phrasesOf(at + 1), { name: `${word} · ${at + 1}` }]),
  );

export const releasedPanel = releasedKindOf<PanelFields, { readonly columns: readonly string[] }>({
  source: 'autocomplete-panel',
  title: (t) => t('Panel layout'),
  counted: (t, count) => t('{count} panel layouts', { count }),
  sentence: (t, { columns }) => t('The panel has {count} blocks.', { count: columns.length }),
  valuesOf: ({ columns }) => ({
    columns: columns.map(({ kind, field, title, limit }) =>
      kind === 'phrases' && title === '' ? phrasesOf(limit) : `${title || field} · ${limit}`,
    ),
  }),
  fields: (t) => ({ columns: { label: t('Blocks'), choices: phrasesChoices(t('Phrases')) } }),
  nameOf: (t) => t('Panel layout'),
  screen: { path: resultSettingsPath, needs: 'developer', opens: () => ({}) },
});
