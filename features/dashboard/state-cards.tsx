import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import { useProject } from '#console-kit/session/rights.ts';
import { Status } from '#console-kit/page/status.tsx';
import { ImportStatus } from '#features/data/imports/import-state.panel.tsx';
import type { Import } from '#features/data/imports/imports.contract.ts';
import type { ProjectState } from './dashboard.contract.ts';
import classes from './state-cards.module.css';

/** Items, the last import, and whether search answers. */
export function StateCards({ state }: { readonly state: ProjectState }) {
  const t = useText();
  const { number } = useFormats();
  const { item_count: itemCount, feed_count: feedCount, front_called_at: frontCalledAt, is_live: isLive } = state;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
      <Card label={t('Searchable items')} value={number(itemCount)}>
        {t('from {count} feeds', { count: feedCount })}
      </Card>
      <ImportCard last={state.last_import} />
      <Card label={t('Search')} value={<SearchState isLive={isLive} />}>
        {frontCalledAt === null ? (
          t('Your shop has not asked yet.')
        ) : (
          <>
            {t('Your shop last asked')} <Moment at={frontCalledAt} />
          </>
        )}
      </Card>
    </SimpleGrid>
  );
}

/** An inactive project answers no shop, whatever it holds. */
function SearchState({ isLive }: { readonly isLive: boolean }) {
  const t = useText();
  const project = useProject();
  if (project?.active === false) return <Status kind="off" label={t('Inactive')} />;
  return isLive ? <Status kind="live" label={t('Live')} /> : <Status kind="waiting" label={t('Waiting for items')} />;
}

function ImportCard({ last }: { readonly last: Import | null }) {
  const t = useText();
  if (!last) return <Card label={t('Last import')}>{t('No feed was imported yet.')}</Card>;
  const at = last.finished_at ?? last.started_at;
  return (
    <Card label={t('Last import')} value={at === null ? '–' : <Moment at={at} />}>
      <ImportResult last={last} />
    </Card>
  );
}

function ImportResult({ last }: { readonly last: Import }) {
  const t = useText();
  const { state, imported_count: imported, error_count: errors } = last;
  if (state === 'waiting') return <ImportStatus state="running" />;
  if (state !== 'done' && state !== 'unchanged') return <ImportStatus state={state} />;
  return (
    <>
      {t('{count} items imported', { count: imported })}
      {errors > 0 && (
        <>
          {', '}
          <Anchor component={Link} to="/data/import">
            {t('{count} left out', { count: errors })}
          </Anchor>
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
