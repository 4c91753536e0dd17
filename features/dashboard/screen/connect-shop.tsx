import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '#ui/page/panel.tsx';
import { useProject } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { CallReceived } from '#features/developer/credentials/screen/call-received.panel.tsx';
import { PluginLine } from '#features/developer/plugin/screen/integration/plugin-line.panel.tsx';
import classes from './connect-shop.module.css';

interface ConnectShopProps {
  /** Null if never. */
  readonly calledAt: number | null;
}

export function ConnectShop({ calledAt }: ConnectShopProps) {
  const project = useProject();
  return (
    <Panel title={t('Connect your shop')}>
      <ol className={classes.steps}>
        <li>
          <Text size="sm">{t('Paste this line into your shop')}</Text>
          <PluginLine token={project?.token ?? ''} />
          <Text size="sm" c="dimmed">
            <Anchor component={Link} {...linkTo('/developer/plugin')} size="sm">
              {t('How to do that')}
            </Anchor>
            {' · '}
            <Anchor component={Link} {...linkTo('/developer/credentials')} size="sm">
              {t('Connect by API instead')}
            </Anchor>
          </Text>
        </li>
        <li>
          <CallReceived calledAt={calledAt} />
          <Text size="sm" c="dimmed">
            {t('Searches of visitors appear here within a minute.')}
          </Text>
        </li>
      </ol>
    </Panel>
  );
}
