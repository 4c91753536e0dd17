import { Button, Group, Text } from '@mantine/core';
import { UsersRound } from 'lucide-react';
import { useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { makeUpVisitors, removeMadeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';

interface MadeUpProps {
  /** Null for other projects; undefined while loading. */
  readonly areMadeUp: boolean | null | undefined;
}

export function OfferMadeUpVisitors({ areMadeUp }: MadeUpProps) {
  const isOwner = useAllowed('owner');
  const fill = useAction(makeUpVisitors, { refreshes: 'everything', done: t('A month of made-up visitors is there.') });
  if (areMadeUp !== false || !isOwner) return null;
  return (
    <Button
      variant="light"
      leftSection={<UsersRound size={16} aria-hidden />}
      loading={fill.isPending}
      onClick={() => fill.mutate({})}
    >
      {t('Fill with a month of made-up visitors')}
    </Button>
  );
}

export function MadeUpNotice({ areMadeUp }: MadeUpProps) {
  const isOwner = useAllowed('owner');
  const remove = useAction(removeMadeUpVisitors, { refreshes: 'everything', done: t('Removed.') });
  if (areMadeUp !== true) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: t('Remove made-up visitors?'),
      text: t('All figures of this sample shop start over, also those of your searches.'),
      confirmLabel: t('Remove'),
      isDanger: true,
    });
    if (isSure) remove.mutate({});
  };
  return (
    <Group gap="0 8px" role="note">
      <Text size="xs" c="dimmed">
        {t('The visitors of this sample shop are made up.')}
      </Text>
      {isOwner && (
        <Button variant="subtle" size="compact-xs" loading={remove.isPending} onClick={() => void ask()}>
          {t('Remove')}
        </Button>
      )}
    </Group>
  );
}
