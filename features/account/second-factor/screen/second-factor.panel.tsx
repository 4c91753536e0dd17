import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query, refresh } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Loaded } from '#ui/page/loaded.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { readActivity } from '#features/account/activity/activity.contract.ts';
import { NewCodes, TurnOff } from './proven-changes.tsx';
import { readSecondFactor, type SecondFactor } from '#features/account/second-factor/second-factor.contract.ts';
import { SetUpSteps } from './set-up-steps.tsx';

type Opened = 'setUp' | 'newCodes' | 'turnOff';

export function SecondFactorPanel() {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const reload = () => void refresh(client, [readSecondFactor, readActivity]);
  const done = () => {
    setOpened(null);
    reload();
  };
  const titles = {
    setUp: t('Two-factor authentication'),
    newCodes: t('New codes'),
    turnOff: t('Turn off two-factor authentication'),
  };
  return (
    <Panel
      id="second-factor"
      title={t('Two-factor authentication')}
      text={t('Signing in asks for a code from an app on your phone, too. Whoever finds out your password alone stays out.')}
    >
      <Loaded query={query(readSecondFactor, {})} skeleton={<Skeleton height={36} />}>
        {(factor) => <State factor={factor} open={setOpened} />}
      </Loaded>
      <SideDrawer isOpen={opened !== null} title={titles[opened ?? 'setUp']} onClose={done}>
        {opened === 'setUp' && <SetUpSteps onTurnedOn={reload} onDone={done} />}
        {opened === 'newCodes' && <NewCodes onRenewed={reload} onDone={done} />}
        {opened === 'turnOff' && <TurnOff onDone={done} />}
      </SideDrawer>
    </Panel>
  );
}

interface StateProps {
  readonly factor: SecondFactor;
  readonly open: (opened: Opened) => void;
}

function State({ factor: { on_since: since, recovery_codes_left: left }, open }: StateProps) {
  if (since === null)
    return (
      <Group justify="space-between">
        <Text size="sm">{t('Off')}</Text>
        <Button onClick={() => open('setUp')}>{t('Set up')}</Button>
      </Group>
    );
  return (
    <Group justify="space-between">
      <Text size="sm">{t('On since {date}, {count} recovery codes left', { date: formats.moment(since), count: left })}</Text>
      <Group gap={8}>
        <Button variant="default" onClick={() => open('newCodes')}>
          {t('New codes')}
        </Button>
        <Button variant="default" onClick={() => open('turnOff')}>
          {t('Turn off')}
        </Button>
      </Group>
    </Group>
  );
}
