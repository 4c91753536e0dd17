import { Switch, Text } from '@mantine/core';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { ClosedPart } from '#ui/form/closed-part.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t } from '#ui/text/i18n.ts';
import type { PartProps } from './part.tsx';

const cartButton = `<button data-aisle-cart="ITEM-ID" data-quantity="1"
        data-price="890" data-currency="CZK">…</button>`;

const purchase = `<script>
  window.aisle = window.aisle || [];
  aisle.push(['purchase', [
    { item_id: 'ITEM-ID', quantity: 1, price: 890, currency: 'CZK' },
  ]]);
</script>`;

export function EventsPart({ settings, set }: PartProps) {
  return (
    <Panel title={t('Privacy and events')} text={t('Works without cookies.')}>
      <Switch
        label={t('Clicks')}
        description={t('Which items were shown and clicked.')}
        checked={settings.sends_clicks}
        onChange={(event) => set({ sends_clicks: event.currentTarget.checked })}
      />
      <Switch
        label={t('Cart and purchases')}
        description={t('Which items were put into the cart and bought, where your shop tells it.')}
        checked={settings.sends_purchases}
        onChange={(event) => set({ sends_purchases: event.currentTarget.checked })}
      />
      {settings.sends_purchases && (
        <ClosedPart title={t('How to tell carts and purchases')}>
          <Text size="sm">{t('The button that puts an item into the cart gets these attributes:')}</Text>
          <CodeBlock code={cartButton} copyLabel={t('Copy button')} />
          <Text size="sm">{t('The page that thanks for an order lists what was bought:')}</Text>
          <CodeBlock code={purchase} copyLabel={t('Copy script')} />
        </ClosedPart>
      )}
    </Panel>
  );
}
