import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import type { CurationQueryState } from '#features/search-settings/curations/curations.contract.ts';

interface TakenByProps {
  readonly c: number;
  readonly query: string;
  readonly by: { readonly id: number; readonly name: string };
}

/** Says that another curation has the same query, so this one can't. */
export function TakenBy({ c, query, by: { id, name } }: TakenByProps) {
  return (
    <>
      {t('“{query}” is already in “{curation}”.', { query, curation: name })} <OpenIt c={c} id={id} />
    </>
  );
}

type Met = NonNullable<CurationQueryState['met_by']>;

export function MetBy({ c, by }: { readonly c: number; readonly by: Met }) {
  return (
    <>
      {metWords(t, by)} <OpenIt c={c} id={by.id} />
    </>
  );
}

function metWords(t: Translate, { name: curation, query, acts }: Met): string {
  switch (acts) {
    case 'never':
      return t('“{curation}” acts instead: it contains “{query}” and is older.', { curation, query });
    case 'partly':
      return t('For “{query}”, “{curation}” acts. For other queries, this one does.', { curation, query });
    case 'instead':
      return t('This one acts instead of “{curation}”, which contains “{query}”.', { curation, query });
  }
}

function OpenIt({ c, id }: { readonly c: number; readonly id: number }) {
  return (
    <AllowedLink needs="search" to={linkTo('/search-settings/curations/edit', { c, id })}>
      {t('Open it')}
    </AllowedLink>
  );
}
