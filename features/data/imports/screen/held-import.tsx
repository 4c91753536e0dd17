import { Alert, Button, Group, List } from '@mantine/core';
import { Clock } from 'lucide-react';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useAction } from '#ui/calls/queries.ts';
import { dropImport, type HoldReason, type ImportCounts, publishImport } from '#features/data/imports/import-report.contract.ts';

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
    if (reason === 'fewerItems')
      return t('This import has {percent}% fewer items than the live catalogue. Your limit is {limit}%.', shares);
    if (reason === 'badItems') return t('{percent}% of its items are bad. Your limit is {limit}%.', shares);
    if (reason === 'changedIds') return t('{percent}% of its items have other ids. Your limit is {limit}%.', shares);
    return t('{percent}% of its items lose their price. Your limit is {limit}%.', shares);
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
        : t('The items of this import replace the live ones of the feed.');
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
