import { Group, Pagination, Text, Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { defaultPageSize } from '#contract/page.ts';
import { t } from '#ui/text/i18n.ts';
import type { List } from './list.ts';
import classes from './table.module.css';
import { Empty } from '#ui/page/states.tsx';
import { useCounted, formats } from '#ui/text/format.ts';

interface TableFooterProps {
  readonly list: Pick<List<unknown>, 'page' | 'totalPages' | 'totalCount' | 'hasMore' | 'setPage' | 'isOther'>;
  readonly shownCount: number;
}

export function TableFooter({ list, shownCount }: TableFooterProps) {
  const { page, totalPages, totalCount, hasMore = false, setPage, isOther } = list;
  const from = (page - 1) * defaultPageSize + 1;
  const counted = { from, to: from + shownCount - 1, total: totalCount ?? 0 };
  return (
    <Group justify="space-between" className={classes.footer}>
      <Text size="xs" c="dimmed">
        {(isOther || totalCount === undefined) && '–'}
        {!isOther && totalCount !== undefined && !hasMore && t('{from}–{to} of {total}', counted)}
        {!isOther && totalCount !== undefined && hasMore && t('{from}–{to} of more than {total}', counted)}
      </Text>
      <Pagination
        size="sm"
        siblings={0}
        total={totalPages}
        value={page}
        onChange={setPage}
        getItemProps={(item) => ({ 'aria-label': t('Page {page}', { page: item }) })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('Next page') : t('Previous page') })}
      />
    </Group>
  );
}

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

interface CountProps {
  readonly of: number | null;
  readonly isEstimated?: boolean;
}

export function Count({ of, isEstimated = false }: CountProps) {
  const { text, title } = useCounted({ value: of === null ? null : formats.number(of), isEstimated });
  return title === undefined ? text : <span title={title}>{text}</span>;
}
