import type { Column } from '#ui/list/table.tsx';
import { t } from '#ui/text/i18n.ts';
import classes from './statistics.module.css';

/** One line, truncated, with the full text as a tooltip. */
const QueryText = ({ children }: { readonly children: string }) => (
  <span className={classes.query} title={children}>
    {children}
  </span>
);

export function useQueryColumn<Row extends { readonly query: string }>(isSortable = true): Column<Row> {
  return {
    name: 'query',
    title: t('Query'),
    cell: ({ query }) => <QueryText>{query}</QueryText>,
    width: '100%',
    isSortable,
  };
}

const titleLength = 60;

export function shortQuery(query: string): string {
  const characters = Array.from(query);
  return characters.length > titleLength ? `${characters.slice(0, titleLength).join('')}…` : query;
}
