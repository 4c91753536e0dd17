import { Alert, Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  discardImport,
  type HoldReason,
  type Import,
  type ImportCounts,
  type ItemFate,
  itemFates,
  publishImport,
} from '#features/data/imports/imports.contract.ts';
import { DemoLink } from '#features/developer/demo-link/demo-link.panel.tsx';
import { useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { Status } from '#ui/page/status.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { ImportNotes } from './import-notes.panel.tsx';
import { ImportState, useImportSentences } from './import-state.panel.tsx';
import classes from './import.module.css';

const fateTexts: Readonly<Record<ItemFate, (t: Translate, count: number) => string>> = {
  added: (t, count) => t('{count} new items', { count }),
  changed: (t, count) => t('{count} updated', { count }),
  removed: (t, count) => t('{count} removed', { count }),
  unchanged: (t, count) => t('{count} unchanged', { count }),
  bad: (t, count) => t('{count} skipped', { count }),
};

const stateNotes: Readonly<Partial<Record<Import['state'], string>>> = {
  unchanged: msg('Unchanged since the last import. “Import again” reads it anyway.'),
  sameAsDiscarded: msg('The feed still has the discarded items. “Import again” asks once more.'),
};

interface ImportResultProps {
  readonly feed: { readonly id: number; readonly item_count: number; readonly collection_id: number };
  readonly last: Import;
  readonly afterFailure: ReactNode;
}

export function ImportResult({ feed, last, afterFailure }: ImportResultProps) {
  const [, change] = useAddress();
  const sentences = useImportSentences();
  const { state, failure, counts, imported_count: count } = last;
  const isLive = state === 'done' || state === 'unchanged';
  const note = stateNotes[state];
  return (
    <section className={classes.card}>
      <Group gap={12}>
        <Title order={2}>{t('Last import')}</Title>
        <ImportState last={last} />
      </Group>
      <Stack gap={12} mt={16}>
        {failure !== null && (
          <Alert
            color="red"
            variant="light"
            title={
              feed.item_count > 0
                ? t("The feed could not be imported. Live items don't change.")
                : t('The feed could not be imported.')
            }
          >
            <Text size="sm">{sentences.failure(failure)}</Text>
            <Group gap={8} mt={12}>
              {afterFailure}
            </Group>
          </Alert>
        )}
        {note !== undefined && <Text size="sm">{t(note)}</Text>}
        {state === 'onHold' && counts && <Hold feedId={feed.id} importId={last.id} counts={counts} />}
        {isLive && (
          <div>
            <div className={classes.brought}>{t('{count} items', { count })}</div>
            <Text size="sm" c="dimmed">
              {counts &&
                formats.list(itemFates.filter((fate) => counts[fate] > 0).map((fate) => fateTexts[fate](t, counts[fate])))}
            </Text>
          </div>
        )}
        <Problems feedId={feed.id} last={last} />
        <ImportNotes collectionId={feed.collection_id} warnings={last.warnings} />
        <Group gap={16}>
          {counts && (
            <Anchor component="button" type="button" size="sm" onClick={() => change({ import: last.id })}>
              {t('Changes')}
            </Anchor>
          )}
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

interface HoldProps {
  readonly feedId: number;
  readonly importId: number;
  readonly counts: ImportCounts;
}

function Hold({ feedId, importId, counts: { changed, removed, unchanged, hold_reasons: reasons } }: HoldProps) {
  const publish = useAction(publishImport, { refreshes: 'everything', done: t('The import is going live.') });
  const discard = useAction(discardImport, {
    refreshes: 'everything',
    done: t("The import was discarded. Live items don't change."),
  });
  const ids = { id: feedId, import_id: importId };
  const count = changed + removed + unchanged;
  const askAndDiscard = async () => {
    const text = t("This discards the import. Live items don't change.");
    const isSure = await confirm({ title: t('Discard import?'), text, confirmLabel: t('Discard'), isDanger: true });
    if (isSure) discard.mutate(ids);
  };
  const askAndPublish = async () => {
    const text =
      removed > 0
        ? t('{removed} of {count} items disappear from search.', { removed, count })
        : t('These items replace the feed’s live ones.');
    const isSure = await confirm({
      title: t('Publish import?'),
      text,
      confirmLabel: t('Publish'),
      isDanger: removed > 0,
    });
    if (isSure) publish.mutate(ids);
  };
  return (
    <Alert
      color="gray"
      bg="var(--aisle-waiting-soft)"
      icon={<Clock aria-hidden color="var(--aisle-waiting)" />}
      title={
        removed > 0
          ? t('On hold: {removed} of {count} items would disappear.', { removed, count })
          : t('On hold until you decide.')
      }
    >
      <List size="sm">
        {reasons.map((one) => (
          <List.Item key={one.reason}>{reasonText(one)}</List.Item>
        ))}
        <List.Item>{t('Until you decide, customers find the items of the import before.')}</List.Item>
      </List>
      <Group gap={8} mt={12}>
        <Button loading={discard.isPending} onClick={() => void askAndDiscard()}>
          {t('Keep live items')}
        </Button>
        <Button
          variant="outline"
          {...(removed > 0 && { color: 'red' })}
          loading={publish.isPending}
          onClick={() => void askAndPublish()}
        >
          {t('Publish anyway')}
        </Button>
      </Group>
    </Alert>
  );
}

const reasonTexts: Readonly<Record<HoldReason['reason'], string>> = {
  fewerItems: msg('{percent}% fewer items than the live catalogue; the limit is {limit}%.'),
  badItems: msg('{percent}% bad items, not counting repeated ones; the limit is {limit}%.'),
  changedIds: msg('{percent}% of items have other ids; the limit is {limit}%.'),
  zeroPrices: msg('{percent}% of items lose their price; the limit is {limit}%.'),
};

const reasonText = ({ reason, percent, limit_percent: limit }: HoldReason): string =>
  t(reasonTexts[reason], { percent: formats.number(percent), limit: formats.number(limit) });

interface ProblemsProps {
  readonly feedId: number;
  readonly last: Import;
}

function Problems({ feedId, last: { error_count: skipped, warning_count: problems, read_count: read } }: ProblemsProps) {
  if (skipped + problems === 0) return null;
  return (
    <Group gap={12}>
      {skipped > 0 && <Status kind="warning" label={t('{skipped} of {count} items skipped', { skipped, count: read })} />}
      {problems > 0 && <Text size="sm">{t('{count} problems in imported items', { count: problems })}</Text>}
      <Anchor component={Link} {...linkTo('/data/import/error-data', { id: feedId })} size="sm">
        {t('Error data')}
      </Anchor>
    </Group>
  );
}
