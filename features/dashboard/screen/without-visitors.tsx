import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '#ui/page/panel.tsx';
import { linkTo } from '#ui/state/address.ts';
import { useAllowed, useProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { CallReceived } from '#features/developer/credentials/screen/call-received.panel.tsx';
import { PluginLine } from '#features/developer/plugin/screen/integration.panel.tsx';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import classes from './dashboard.module.css';
import { ToDo } from './to-do.tsx';
import { TryQuery } from './try-query.tsx';

export function WithoutVisitors({ state }: { readonly state: ProjectState }) {
  const mayConnect = useAllowed('developer');
  const mayTest = useAllowed('preview');
  return (
    <div className={classes.start}>
      {state.item_count > 0 && mayTest && <TryQuery />}
      <ToDo state={state} />
      {mayConnect && (
        <div className={classes.connect}>
          <ConnectShop calledAt={state.front_called_at} />
        </div>
      )}
    </div>
  );
}

interface ConnectShopProps {
  /** Null if never. */
  readonly calledAt: number | null;
}

function ConnectShop({ calledAt }: ConnectShopProps) {
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
              {t('Send items by API')}
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
