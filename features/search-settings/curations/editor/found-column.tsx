import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EyeOff, Pin, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { NothingFound } from '#console-kit/list/nothing-found.tsx';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import { LoadError, RowSkeletons } from '#console-kit/page/states.tsx';
import { useCards } from '#console-kit/sortable/card-board.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { editorPath } from './paths.ts';
import { type ColumnProps, EditorColumn } from './column.tsx';
import classes from './editor.module.css';
import type { FoundItems, Preview } from './use-found-items.tsx';
import { filteredItems, type WantedItems } from './use-wanted-items.tsx';

interface FoundColumnProps extends ColumnProps {
  readonly found: FoundItems;
  readonly wanted: WantedItems;
}

/** What the query finds besides, numbered after what is promoted. It loads, fails and tries again by itself. */
export function FoundColumn({ found, wanted, ...column }: FoundColumnProps) {
  const t = useText();
  const { draft, itemOf } = column.editor;
  const isAsked = column.q.trim() !== '';
  const before = draft.promoted.filter((id) => !itemOf(id).isGone).length;
  return (
    <EditorColumn
      {...column}
      name="found"
      count={isAsked ? column.count : undefined}
      countTo={isAsked ? linkTo('/developer/query-tester', { c: column.editor.collectionId, q: column.q }) : undefined}
      placeOf={(id) => before + found.ids.indexOf(id) + 1}
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
          {found.preview && <Notices preview={found.preview} collectionId={column.editor.collectionId} />}
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
  const t = useText();
  const { number } = useFormats();
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
      <span className={classes.count}>&nbsp;/ {number(left)}</span>
    </Button>
  );
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" className={classes.hint} component="p">
    {children}
  </Text>
);

/** Why the curation would do nothing for the query. */
function Notices({ preview, collectionId: c }: { readonly preview: Preview; readonly collectionId: number }) {
  const t = useText();
  const { q, redirect, replaced_by: replaced, acting } = preview;
  if (redirect !== null)
    return (
      <Alert py={8} role="status">
        {t('“{query}” is redirected to {host}, so this has no effect.', { query: q, host: hostOf(redirect) })}{' '}
        {replaced && (
          <Anchor component={Link} {...linkTo('/search-settings/fixit', { edit: replaced.id })} target="_blank" size="sm">
            {t('Open replacing term')}
          </Anchor>
        )}
      </Alert>
    );
  if (acting !== null)
    return (
      <Alert py={8} role="status">
        {t('“{query}” is already in “{curation}”.', { query: q, curation: acting.name })}{' '}
        <Anchor component={Link} {...linkTo(editorPath, { id: acting.id, c })} target="_blank" size="sm">
          {t('Open it')}
        </Anchor>
      </Alert>
    );
  return null;
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
