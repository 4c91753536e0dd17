import { Text } from '@mantine/core';
import { Status } from '#ui/page/status.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { t } from '#ui/text/i18n.ts';

interface CallReceivedProps {
  /** When the shop last called; null while it never has. */
  readonly calledAt: number | null;
}

export function CallReceived({ calledAt }: CallReceivedProps) {
  return (
    <div>
      <div role="status">
        {calledAt === null ? (
          <Status kind="waiting" label={t('Waiting for the first call…')} />
        ) : (
          <Status kind="live" label={t('Your shop has called')} />
        )}
      </div>
      {calledAt !== null && (
        <Text size="sm" c="dimmed">
          {t('Last search from your shop:')} <Moment at={calledAt} />
        </Text>
      )}
    </div>
  );
}
