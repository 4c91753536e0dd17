import { Button, SegmentedControl } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { PreviewColumns } from '#ui/item/preview-columns.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { type CheckedRow, type GateReport, isEmptied, movesOf } from './gate-check.tsx';
import classes from './publish-gate.module.css';

const firstRows = 10;

export function ChangedQueries({ report: { changed, emptied, source } }: { readonly report: GateReport }) {
  const [shown, setShown] = useState('changed');
  const [isWhole, setWhole] = useState(false);
  const rows = shown === 'emptied' ? emptied : changed;
  return (
    <div>
      {emptied.length > 0 && (
        <SegmentedControl
          mb={12}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'changed', label: `${t('Changed lists')} ${changed.length}` },
            { value: 'emptied', label: `${t('New without results')} ${emptied.length}` },
          ]}
        />
      )}
      <div className={classes.head} aria-hidden>
        <span>{t('Query')}</span>
        <span className={classes.number}>{source === 'searches' && t('Searches')}</span>
        <span className={classes.number}>{t('Results before → after')}</span>
        <span>{t('First ten')}</span>
      </div>
      {rows.slice(0, isWhole ? rows.length : firstRows).map((row) => (
        <ChangedQuery key={`${row.collectionId} ${row.q}`} row={row} isCounted={source === 'searches'} />
      ))}
      {!isWhole && rows.length > firstRows && (
        <Button variant="subtle" mt={8} onClick={() => setWhole(true)}>
          {t('Show all {count} queries', { count: rows.length })}
        </Button>
      )}
    </div>
  );
}

function ChangedQuery({ row, isCounted }: { readonly row: CheckedRow; readonly isCounted: boolean }) {
  const { q, searches, collectionId, live_total_count: before, total_count: after } = row;
  const [isOpen, setOpen] = useState(false);
  const counts = `${formats.number(before)} → ${formats.number(after)}`;
  return (
    <details className={classes.query} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>
        <span className={classes.text}>{q}</span>
        <span className={classes.number}>
          {isCounted && <span aria-label={t('{count} searches', { count: searches })}>{formats.number(searches)}</span>}
        </span>
        <span className={classes.number} data-kind={isEmptied(row) ? 'worse' : undefined}>
          {counts}
        </span>
        <span className={classes.moves}>{movesText(t, row)}</span>
        <ChevronDown size={16} aria-hidden className={classes.chevron ?? ''} />
      </summary>
      {isOpen && (
        <div className={classes.lists}>
          <PreviewColumns
            q={q}
            items={row.items}
            beside={{ gone: row.gone, total_count: after, live_total_count: before, redirect: row.redirect }}
          />
          <AllowedLink needs="developer" to={linkTo('/developer/query-tester', { c: collectionId, q })}>
            {t('Open in the query tester')}
          </AllowedLink>
        </div>
      )}
    </details>
  );
}

function movesText(t: Translate, row: CheckedRow): string {
  if (row.redirect !== row.live_redirect) return row.redirect === null ? t('No longer redirected') : t('Redirected');
  const { moved, variants, added, gone } = movesOf(row);
  return (
    [
      moved > 0 && t('{count} moved', { count: moved }),
      variants > 0 && t('{count} other variants', { count: variants }),
      added > 0 && t('{count} new here', { count: added }),
      gone > 0 && t('{count} gone', { count: gone }),
    ]
      .filter((part) => part !== false)
      // A line never ends between a number and its word.
      .map((part) => part.replaceAll(' ', '\u00A0'))
      .join(', ')
  );
}
