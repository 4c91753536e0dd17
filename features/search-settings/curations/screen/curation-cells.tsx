import { UnstyledButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { CuratedItem, Curation } from '#features/search-settings/curations/curations.contract.ts';
import classes from './curation-cells.module.css';

const shownQueries = 2;

/** The first queries and the number of further ones; a click opens all of them. */
export function QueryBadges({ curation: { id, name, queries, state } }: { readonly curation: Curation }) {
  const [, change] = useAddress();
  const more = queries.length - shownQueries;
  const badges = (
    <>
      {queries.slice(0, shownQueries).map(({ query, match }) => (
        <span key={`${match} ${query}`} className={classes.badge} title={query}>
          {match === 'contains' ? `… ${query} …` : query}
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </>
  );
  if (state === 'leaving') return <span className={classes.badges}>{badges}</span>;
  return (
    <UnstyledButton className={classes.badges} title={t('Queries of “{name}”', { name })} onClick={() => change({ queries: id })}>
      {badges}
    </UnstyledButton>
  );
}

export function GoneCount({ items }: { readonly items: readonly CuratedItem[] }) {
  const count = items.filter(({ is_gone: isGone }) => isGone).length;
  if (count === 0) return null;
  const text = t('{count} items are no longer in the catalogue', { count });
  return (
    <span className={classes.gone} title={text} role="img" aria-label={text}>
      <TriangleAlert size={14} aria-hidden />
      {count}
    </span>
  );
}

export const LastChange = ({ curation: { updated_at: at, updated_by: person } }: { readonly curation: Curation }) => (
  <span className={classes.changed}>
    <Moment at={at} />
    {person !== null && (
      <span className={classes.person} title={person}>
        {person}
      </span>
    )}
  </span>
);
