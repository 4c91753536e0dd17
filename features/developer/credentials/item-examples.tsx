import { Anchor, Text } from '@mantine/core';
import { t } from '#console-kit/text/i18n.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { SendItemsExample } from '#features/data/item-api/screen/send-items.panel.tsx';

interface ItemExamplesProps {
  readonly clientId: string;
  readonly secret: string | null;
}

export function ItemExamples({ clientId, secret }: ItemExamplesProps) {
  return (
    <Panel
      title={t('Send items from your server')}
      text={t('Instead of a feed, or beside it: items that your server sends are found as soon as the call has answered.')}
    >
      <SendItemsExample clientId={clientId} secret={secret} />
      <Text size="sm">
        {t('Up to 5,000 items go into one call; prices and stock can be changed alone.')}{' '}
        <Anchor href="/docs/item-api" target="_blank">
          {t('See all calls of the item API')}
        </Anchor>
      </Text>
    </Panel>
  );
}
