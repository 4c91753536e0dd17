import { Alert, Button, Group, List } from '@mantine/core';
import { Clock } from 'lucide-react';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useAction } from '#ui/calls/queries.ts';
import { dropImport, type HoldReason, type ImportCounts, publishImport } from '#features/data/imports/import-report.contract.ts';

/** How many items are live before the import, of those that its feed brings. */
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
        <List.Item>{t('What was live stays live.')}</List.Item>
      </List>
    </Alert>
  );
}

function useReasonText(): (reason: HoldReason) => string {
  return ({ reason, percent, limit_percent: limit }) => {
    const shares = { percent: formats.number(percent), limit: formats.number(limit) };
    if (reason === 'fewerItems')
      return t('It has {percent} % fewer items than are live; up to {limit} % is let through.', shares);
    if (reason === 'badItems') return t('{percent} % of its items are bad; up to {limit} % is let through.', shares);
    if (reason === 'changedIds') return t('{percent} % of its items have other ids; up to {limit} % is let through.', shares);
    return t('{percent} % of its items have lost their price; up to {limit} % is let through.', shares);
  };
}

interface HeldActionsProps {
  readonly feedId: number;
  readonly importId: number;
  readonly counts: ImportCounts;
}

/** The decision about a held import. Neither side is proposed. */
export function HeldActions({ feedId, importId, counts }: HeldActionsProps) {
  const publish = useAction(publishImport, { refreshes: 'everything', done: t('The import is going live.') });
  const drop = useAction(dropImport, { refreshes: 'everything', done: t('The import was dropped. What was live stays live.') });
  const ids = { id: feedId, import_id: importId };
  const askAndDrop = async () => {
    const text = t('What this import has built is thrown away. You can import the feed again at any time.');
    const isSure = await confirm({ title: t('Drop import?'), text, confirmLabel: t('Drop import'), isDanger: true });
    if (isSure) drop.mutate(ids);
  };
  const askAndPublish = async () => {
    const { removed } = counts;
    const text =
      removed > 0
        ? t('{removed} of {count} items disappear from search.', { removed, count: liveBefore(counts) })
        : t('The items of this import replace what the feed has live now.');
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
        {t('Drop import')}
      </Button>
    </Group>
  );
}
