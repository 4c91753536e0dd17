import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Status } from '#ui/page/status.tsx';
import { useAllowed, useProject } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { FeedState, ProjectState } from '#features/dashboard/dashboard.contract.ts';
import classes from './state-cards.module.css';
import { ImportStatus } from '#features/data/imports/screen/import-state.panel.tsx';

export function StateCards({ state }: { readonly state: ProjectState }) {
  const last = state.last_feed?.last_import;
  const importedAt = last?.finished_at ?? last?.started_at ?? null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
      <Card label={t('Searchable items')} value={formats.number(state.item_count)}>
        {state.collections.length > 1 ? <Collections of={state} /> : t('from {count} feeds', { count: state.feed_count })}
      </Card>
      <Card label={t('Last import')} {...(last && { value: importedAt === null ? '–' : <Moment at={importedAt} /> })}>
        {state.last_feed ? <ImportResult of={state.last_feed} /> : t('No feed was imported yet.')}
      </Card>
      <Card label={t('Search')} value={<SearchState isLive={state.is_live} />}>
        <SearchFigures of={state} />
      </Card>
    </SimpleGrid>
  );
}

interface Part {
  readonly of: ProjectState;
}

const namedCollections = 3;

function Collections({ of: { collections } }: Part) {
  const mayOpen = useAllowed('developer');
  const largest = collections.toSorted((a, b) => b.item_count - a.item_count).slice(0, namedCollections);
  return largest.map(({ id, name, item_count: count }, at) => (
    <Fragment key={id}>
      {at > 0 && ' · '}
      {mayOpen ? (
        <Anchor component={Link} {...linkTo('/developer/documents', { c: id })} size="sm">
          {name} {formats.number(count)}
        </Anchor>
      ) : (
        `${name} ${formats.number(count)}`
      )}
    </Fragment>
  ));
}

function SearchState({ isLive }: { readonly isLive: boolean }) {
  const project = useProject();
  if (project?.active === false) return <Status kind="off" label={t('Inactive')} />;
  return isLive ? <Status kind="live" label={t('Running')} /> : <Status kind="waiting" label={t('Waiting for items')} />;
}

function SearchFigures({ of: { took, front_called_at: calledAt } }: Part) {
  const { mean, p95 } = took;
  return (
    <>
      {mean !== null && p95 !== null && (
        <div>
          {t('{mean} ms on average, p95 {p95} ms', {
            mean: formats.number(Math.round(mean)),
            p95: formats.number(Math.round(p95)),
          })}
        </div>
      )}
      {calledAt === null ? (
        t('No searches from your shop yet.')
      ) : (
        <>
          {t('Last search from your shop:')} <Moment at={calledAt} />
        </>
      )}
    </>
  );
}

interface CardProps {
  readonly label: string;
  readonly value?: ReactNode;
  readonly children: ReactNode;
}

function Card({ label, value, children }: CardProps) {
  return (
    <section className={classes.card}>
      <Text size="sm" c="dimmed" component="h2">
        {label}
      </Text>
      {value !== undefined && <div className={classes.value}>{value}</div>}
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </section>
  );
}

function ImportResult({ of: { id, last_import: last } }: { readonly of: FeedState }) {
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
