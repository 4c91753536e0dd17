import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { readProposals } from '#features/developer/check-items/check-items.contract.ts';
import classes from './check-items.module.css';

/** What to begin with: what customers want of what they search for most. Nothing where nobody has searched. */
export function ProposedItems() {
  const collection = useCollection();
  const [, change] = useAddress();
  const { data: proposals = [] } = useQuery({
    ...query(readProposals, { c: collection?.id ?? 0 }),
    enabled: collection !== null,
  });
  if (proposals.length === 0) return null;
  return (
    <div className={classes.proposals}>
      {proposals.map(({ term, elastic_item_id, name }) => (
        <Button key={term} variant="default" onClick={() => change({ edit: 'new', term, elastic_item_id })}>
          {t('Watch {item} for “{query}”', { item: name, query: term })}
        </Button>
      ))}
    </div>
  );
}
