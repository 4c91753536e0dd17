import { Alert, Anchor, Group, List, Stack, Text, Title, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Clock } from 'lucide-react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { Status } from '#ui/page/status.tsx';
import { type Translate, t } from '#ui/text/i18n.ts';
import { DemoLink } from '#features/developer/demo-link/demo-link.panel.tsx';
import { useImportSentences, ImportState } from './import-state.panel.tsx';
import {
  type Import,
  type ImportFailure,
  type ImportCounts,
  type ItemFate,
  itemFates,
  dropImport,
  type HoldReason,
  publishImport,
} from '#features/data/imports/imports.contract.ts';
import classes from './import.module.css';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { useAction } from '#ui/calls/queries.ts';

/** Live items of the feed before the import. */
const liveBefore = ({ changed, removed, unchanged }: ImportCounts): number => changed + removed + unchanged;

export function HeldReasons({ counts }: { readonly counts: ImportCounts }) {
  const textOf = useReasonText();
  const { removed, held_for: reasons } = counts;
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<Clock aria-hidden />}
      title={
        removed > 0
          ? t('On hold: {removed} of {count} items would disappear.', { removed, count: liveBefore(counts) })
          : t('On hold until you decide.')
      }
    >
      <List size="sm">
        {reasons.map((one) => (
          <List.Item key={one.reason}>{textOf(one)}</List.Item>
        ))}
        <List.Item>{t("Live items don't change.")}</List.Item>
      </List>
    </Alert>
  );
}

function useReasonText(): (reason: HoldReason) => string {
  return ({ reason, percent, limit_percent: limit }) => {
    const shares = { percent: formats.number(percent), limit: formats.number(limit) };
    if (reason === 'fewerItems') return t('{percent}% fewer items than the live catalogue; your limit is {limit}%.', shares);
    if (reason === 'badItems') return t('{percent}% bad items; your limit is {limit}%.', shares);
    if (reason === 'changedIds') return t('{percent}% of items have other ids; your limit is {limit}%.', shares);
    return t('{percent}% of items lose their price; your limit is {limit}%.', shares);
  };
}

interface HeldActionsProps {
  readonly feedId: number;
  readonly importId: number;
  readonly counts: ImportCounts;
}

export function HeldActions({ feedId, importId, counts }: HeldActionsProps) {
  const publish = useAction(publishImport, { refreshes: 'everything', done: t('The import is going live.') });
  const drop = useAction(dropImport, { refreshes: 'everything', done: t("The import was discarded. Live items don't change.") });
  const ids = { id: feedId, import_id: importId };
  const askAndDrop = async () => {
    const text = t("This discards the import. Live items don't change.");
    const isSure = await confirm({ title: t('Discard import?'), text, confirmLabel: t('Discard import'), isDanger: true });
    if (isSure) drop.mutate(ids);
  };
  const askAndPublish = async () => {
    const { removed } = counts;
    const text =
      removed > 0
        ? t('{removed} of {count} items disappear from search.', { removed, count: liveBefore(counts) })
        : t('These items replace the feed’s live ones.');
    const isSure = await confirm({
      title: t('Publish import?'),
      text,
      confirmLabel: t('Publish import'),
      isDanger: removed > 0,
    });
    if (isSure) publish.mutate(ids);
  };
  return (
    <Group gap={8}>
      <Button variant="default" loading={publish.isPending} onClick={() => void askAndPublish()}>
        {t('Publish import')}
      </Button>
      <Button variant="default" loading={drop.isPending} onClick={() => void askAndDrop()}>
        {t('Discard import')}
      </Button>
    </Group>
  );
}

const said: Readonly<Record<ItemFate, (t: Translate, count: number) => string>> = {
  added: (t, count) => t('{count} new items', { count }),
  changed: (t, count) => t('{count} updated', { count }),
  removed: (t, count) => t('{count} removed', { count }),
  unchanged: (t, count) => t('{count} unchanged', { count }),
  bad: (t, count) => t('{count} skipped', { count }),
};

function FatesOfItems({ counts }: { readonly counts: ImportCounts }): ReactNode {
  return itemFates
    .filter((fate) => counts[fate] > 0)
    .map((fate) => said[fate](t, counts[fate]))
    .join(', ');
}

interface ImportResultProps {
  readonly feed: { readonly id: number; readonly item_count: number; readonly collection_id: number };
  readonly last: Import;
  readonly afterFailure: ReactNode;
}

export function ImportResult({ feed, last, afterFailure }: ImportResultProps) {
  const isLive = last.state === 'done' || last.state === 'unchanged';
  return (
    <section className={classes.card}>
      <Group gap={12}>
        <Title order={2}>{t('Last import')}</Title>
        <ImportState last={last} />
      </Group>
      <Stack gap={12} mt={16}>
        {last.failure !== null && <FailedImport liveCount={feed.item_count} failure={last.failure} actions={afterFailure} />}
        <Unusual last={last} />
        {last.state === 'held' && last.counts && (
          <>
            <HeldReasons counts={last.counts} />
            <HeldActions feedId={feed.id} importId={last.id} counts={last.counts} />
          </>
        )}
        {isLive && <Brought last={last} />}
        <Problems feedId={feed.id} last={last} />
        <Notes collectionId={feed.collection_id} last={last} />
        <Group gap={16}>
          {last.counts && <ReportLink importId={last.id} />}
          {isLive && (
            <Text size="sm">
              <DemoLink kind="words" />
            </Text>
          )}
        </Group>
      </Stack>
    </section>
  );
}

interface OfImport {
  readonly last: Import;
}

function Unusual({ last: { state } }: OfImport) {
  if (state === 'unchanged')
    return <Text size="sm">{t('Unchanged since the last import. “Import again” reads it anyway.')}</Text>;
  if (state === 'asDropped')
    return <Text size="sm">{t('The feed still has the discarded items. “Import again” asks once more.')}</Text>;
  return null;
}

function Brought({ last: { imported_count: count, counts } }: OfImport) {
  return (
    <div>
      <div className={classes.brought}>{t('{count} items', { count })}</div>
      {counts && (
        <Text size="sm" c="dimmed">
          <FatesOfItems counts={counts} />
        </Text>
      )}
    </div>
  );
}

function Problems({ feedId, last }: OfImport & { readonly feedId: number }) {
  const { error_count: skipped, warning_count: values, read_count: read } = last;
  if (skipped + values === 0) return null;
  return (
    <Group gap={12}>
      {skipped > 0 && <Status kind="warning" label={t('{skipped} of {count} items skipped', { skipped, count: read })} />}
      {values > 0 && <Text size="sm">{t('{count} values skipped', { count: values })}</Text>}
      <Anchor component={Link} {...linkTo('/data/import/error-data', { id: feedId })} size="sm">
        {t('View problems')}
      </Anchor>
    </Group>
  );
}

function Notes({ collectionId, last }: OfImport & { readonly collectionId: number }) {
  const sentences = useImportSentences();
  if (last.warnings.length === 0) return null;
  return (
    <section aria-label={t('Notes on this feed')} className={classes.notes}>
      <Text size="sm" fw={600}>
        {t('Notes on this feed')}
      </Text>
      <List size="sm" spacing={4} mt={4}>
        {last.warnings.map((warning) => (
          <List.Item key={sentences.warning(warning)}>
            {sentences.warning(warning)}
            {warning.code === 'privateFields' && (
              <>
                {' '}
                <Anchor component={Link} {...linkTo('/data/schema', { c: collectionId, kind: 'private' })} size="sm">
                  {t('Show them in the schema')}
                </Anchor>
              </>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function ReportLink({ importId }: { readonly importId: number }) {
  const [, change] = useAddress();
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => change({ import: importId })}>
      {t('Show changes')}
    </Anchor>
  );
}

interface FailedImportProps {
  readonly liveCount: number;
  readonly failure: ImportFailure;
  readonly actions: ReactNode;
}

function FailedImport({ liveCount, failure, actions }: FailedImportProps) {
  const sentences = useImportSentences();
  const title =
    liveCount > 0 ? t("The feed could not be imported. Live items don't change.") : t('The feed could not be imported.');
  return (
    <Alert color="red" variant="light" title={title}>
      <Stack gap={12}>
        <Text size="sm">{sentences.failure(failure)}</Text>
        <Group gap={8}>{actions}</Group>
      </Stack>
    </Alert>
  );
}
