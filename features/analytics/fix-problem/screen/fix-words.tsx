import type { ScreenPath } from '#ui/state/address.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Evidence, Fix, FixKind } from '#features/analytics/fix-problem/fix-problem.contract.ts';

export const fixNames: Readonly<Record<FixKind, { readonly name: string; readonly add: string; readonly path: ScreenPath }>> = {
  synonym: { name: msg('Synonym'), add: msg('Add synonym'), path: '/search-settings/synonyms' },
  fixit: { name: msg('Replacing term'), add: msg('Add replacing term'), path: '/search-settings/fixit' },
  curation: { name: msg('Curation'), add: msg('Save curation'), path: '/search-settings/curations/edit' },
};

export const isAddress = ({ kind, to: [to = ''] }: Fix): boolean => kind === 'fixit' && /^https?:\/\//i.test(to);

/** `→ refrigerator`, `3 items`. */
export const fixText = (t: Translate, { kind, to }: Fix): string =>
  kind === 'curation' ? t('{count} chosen items', { count: to.length }) : `→ ${to.join(', ')}`;

export function evidenceText(t: Translate, { kind, count }: Evidence): string {
  switch (kind) {
    case 'spelling':
      return t('{count} letters differ.', { count: count ?? 1 });
    case 'diacritics':
      return t('Same without diacritics.');
    case 'keyboard':
      return t('Typed with the wrong keyboard.');
    case 'compound':
      return t('Written apart or together.');
    case 'next':
      return t('{count} visitors searched it next.', { count: count ?? 0 });
    case 'clicked':
      return t('Clicked after this query {count} times.', { count: count ?? 0 });
    case 'category':
      return t('A category is called so.');
  }
}
