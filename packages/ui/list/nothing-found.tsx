import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { Empty } from '#ui/page/states.tsx';
import type { List } from './list.ts';

export function NothingFound({
  list: { search, setSearch, clearFilters },
}: {
  readonly list: Pick<List<unknown>, 'search' | 'setSearch' | 'clearFilters'>;
}) {
  const isSearch = search !== '';
  return (
    <Empty
      icon={SearchX}
      title={isSearch ? t('Nothing matches “{search}”', { search }) : t('No rows for these filters')}
      text={isSearch ? t('Check the spelling or try a shorter word.') : t('Choose others, or clear them.')}
      action={
        <Button variant="default" onClick={isSearch ? () => setSearch('') : clearFilters}>
          {isSearch ? t('Clear search') : t('Clear filters')}
        </Button>
      }
    />
  );
}
