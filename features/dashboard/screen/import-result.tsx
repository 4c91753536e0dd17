import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { ImportStatus } from '#features/data/imports/screen/import-state.panel.tsx';
import type { FeedState } from '#features/dashboard/dashboard.contract.ts';

export function ImportResult({ of: { id, last_import: last } }: { readonly of: FeedState }) {
  const mayOpen = useAllowed('data');
  const { state, counts, imported_count: imported, error_count: skipped } = last;
  if (state === 'waiting') return <ImportStatus state="running" />;
  if (state !== 'done' && state !== 'unchanged') return <ImportStatus state={state} />;
  const skippedText = t('{count} skipped', { count: skipped });
  return (
    <>
      {t('{count} items imported', { count: imported })}
      {counts && counts.added > 0 && counts.added < imported && `, ${t('{count} new items', { count: counts.added })}`}
      {skipped > 0 && ', '}
      {skipped > 0 &&
        (mayOpen ? (
          <Anchor component={Link} {...linkTo('/data/import/error-data', { id })} size="sm">
            {skippedText}
          </Anchor>
        ) : (
          skippedText
        ))}
    </>
  );
}
