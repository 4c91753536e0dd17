import { Button, Text, TextInput } from '@mantine/core';
import { EyeOff, Pin, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { NothingFound } from '#console-kit/list/nothing-found.tsx';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import { LoadError, RowSkeletons } from '#console-kit/page/states.tsx';
import { useCards } from '#console-kit/sortable/card-board.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { type ColumnProps, EditorColumn } from './column.tsx';
import classes from './editor.module.css';
import type { FoundItems } from './use-found-items.tsx';
import { filteredItems, type WantedItems } from './use-wanted-items.tsx';

interface FoundColumnProps extends ColumnProps {
  readonly found: FoundItems;
  readonly wanted: WantedItems;
}

/** What the query finds besides promoted items, numbered after them. It has loading and error states of its own. */
export function FoundColumn({ found, wanted, ...column }: FoundColumnProps) {
  const isAsked = column.q.trim() !== '';
  return (
    <EditorColumn
      {...column}
      name="found"
      count={isAsked ? column.count : undefined}
      countTo={isAsked ? linkTo('/developer/query-tester', { c: column.editor.collectionId, q: column.q }) : undefined}
      bulk={[
        { label: t('Promote'), icon: Pin, to: 'promoted' },
        { label: t('Hide'), icon: EyeOff, to: 'hidden' },
      ]}
      isFaded={found.isOther}
      tools={
        <>
          <TextInput
            type="search"
            aria-label={t('Filter found items')}
            placeholder={t('Filter found items')}
            leftSection={<Search size={16} aria-hidden />}
            value={wanted.filter}
            onChange={(event) => wanted.setFilter(event.currentTarget.value)}
          />
          <div className={classes.bar}>
            <RefetchBar isMoving={isAsked && found.isFetching && found.preview !== undefined} />
          </div>
        </>
      }
    >
      <Below found={found} wanted={wanted} q={column.q.trim()} />
    </EditorColumn>
  );
}

function Below({ found, wanted, q }: Pick<FoundColumnProps, 'found' | 'wanted'> & { readonly q: string }) {
  const { preview, error, count = 0, ids } = found;
  const isNoneShown = useCards().lists.find(({ name }) => name === 'found')?.ids.length === 0;
  if (q === '') return <Hint>{t('Type a query to see its items.')}</Hint>;
  if (error && !preview) return <LoadError error={error} retry={found.retry} />;
  if (!preview) return <RowSkeletons />;
  if (found.isOther) return null;
  if (count === 0 && !preview.redirect) return <Hint>{t('“{query}” finds nothing. Add items on the left.', { query: q })}</Hint>;
  if (wanted.isFiltered && isNoneShown && !found.isFetching)
    return (
      <NothingFound list={{ search: wanted.filter, setSearch: wanted.setFilter, clearFilters: () => wanted.setFilter('') }} />
    );
  if (wanted.isFiltered)
    return count > filteredItems ? <Hint>{t('Among the first {count} items.', { count: filteredItems })}</Hint> : null;
  const left = count - Math.min(ids.length, wanted.count);
  if (left <= 0) return null;
  return (
    <Button variant="default" fullWidth my={12} loading={found.isFetching && ids.length < wanted.count} onClick={wanted.showMore}>
      {t('Show {count} more', { count: Math.min(left, 20) })}
      <span className={classes.count}>&nbsp;/ {formats.number(left)}</span>
    </Button>
  );
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" className={classes.hint} component="p">
    {children}
  </Text>
);
