import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '#ui/page/panel.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { IntegrationSteps } from './integration-steps.tsx';

export function IntegrationPanel({ token }: { readonly token: string }) {
  return (
    <Panel
      title={t('The search plugin in your shop')}
      text={t('One line shows suggestions and results in your shop, without any programming.')}
      actions={
        <Anchor component={Link} {...linkTo('/developer/plugin')} size="sm">
          {t('Shop plugin')}
        </Anchor>
      }
    >
      <IntegrationSteps token={token} />
    </Panel>
  );
}
