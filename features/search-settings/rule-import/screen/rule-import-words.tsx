import type { ScreenPath } from '#ui/state/address.ts';
import { isErrorCode } from '#contract/errors.ts';
import { problemText } from '#ui/calls/error-text.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { type LossReason, lostTexts } from '#features/search-settings/rule-import/lost-texts.contract.ts';
import type { ImportedKind, LeftOut, RuleService } from '#features/search-settings/rule-import/rule-import.contract.ts';

export const serviceNames: Readonly<Record<RuleService, string>> = {
  'app-search': 'App Search',
  algolia: 'Algolia',
  typesense: 'Typesense',
  querqy: 'SMUI, querqy',
};

export const kindWords = (
  t: Translate,
): Readonly<Record<ImportedKind, { readonly title: string; readonly path: ScreenPath }>> => ({
  synonyms: { title: t('Synonyms'), path: '/search-settings/synonyms' },
  fixits: { title: t('Replacing terms'), path: '/search-settings/fixit' },
  stopwords: { title: t('Ignored terms'), path: '/search-settings/stopwords' },
  curations: { title: t('Curations'), path: '/search-settings/curations' },
});

function fieldWord(t: Translate, kind: ImportedKind, field: string): string {
  const [name = ''] = field.split('.');
  const words: Readonly<Record<string, string>> = {
    term: kind === 'fixits' ? t('Query') : t('Term'),
    value: t('Ignored term'),
    synonyms: t('Synonyms'),
    catalog_term: t('Replace with'),
    name: t('Name'),
    queries: t('Queries'),
    promoted: t('Promoted'),
    hidden: t('Hidden'),
    is_regexp: t('Regular expression'),
    valid_from: t('Validity'),
    valid_to: t('Validity'),
  };
  return words[name] ?? name;
}

/** Why something isn't imported, in a sentence. */
export function reasonText(t: Translate, { code, message, parameters, kind, field }: LeftOut): string {
  if (!isErrorCode(code)) return code in lostTexts ? t(lostTexts[code as LossReason]) : message;
  const problem = { field, code, message, ...(parameters && { parameters }) };
  if (kind === null) return problemText(t, problem);
  const kindTitle = kindWords(t)[kind].title;
  const name = fieldWord(t, kind, field);
  return t('{kind}, {field}: {what}', { kind: kindTitle, field: name, what: problemText(t, problem, name) });
}
