import { Group, Pagination, Text } from '@mantine/core';
import { defaultPageSize } from '#contract/page.ts';
import { useText } from '#console-kit/text/i18n.ts';
import type { List } from './list.ts';
import classes from './table.module.css';

interface TableFooterProps {
  readonly list: Pick<List<unknown>, 'page' | 'totalPages' | 'totalCount' | 'setPage' | 'isOther'>;
  readonly shownCount: number;
}

/** Which rows are shown of how many, and the way to the others. */
export function TableFooter({ list: { page, totalPages, totalCount, setPage, isOther }, shownCount }: TableFooterProps) {
  const t = useText();
  const from = (page - 1) * defaultPageSize + 1;
  return (
    <Group justify="space-between" className={classes.footer}>
      <Text size="xs" c="dimmed">
        {isOther || totalCount === undefined
          ? '–'
          : t('{from}–{to} of {total}', { from, to: from + shownCount - 1, total: totalCount })}
      </Text>
      {totalPages > 1 && (
        <Pagination
          size="sm"
          siblings={0}
          total={totalPages}
          value={page}
          onChange={setPage}
          getItemProps={(item) => ({ 'aria-label': t('Page {page}', { page: item }) })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('Next page') : t('Previous page') })}
        />
      )}
    </Group>
  );
}
