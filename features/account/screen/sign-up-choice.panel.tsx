import { Skeleton, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import type { SignUpMode } from '#contract/permission.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t } from '#ui/text/i18n.ts';
import { changeSignUpMode, readSignUpMode, changeDemand, readDemand } from '#features/account/account.contract.ts';
import { SignUpModes } from './set-up.panel.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';

export function DemandPanel() {
  const change = useAction(changeDemand, { refreshes: [readDemand], done: t('Saved.') });
  const turn = async (isDemanded: boolean) => {
    const isSure =
      !isDemanded ||
      (await confirm({
        title: t('Require two-factor authentication?'),
        text: t('Users without two-factor authentication must set it up now.'),
        confirmLabel: t('Require'),
      }));
    if (isSure) change.mutate({ is_demanded: isDemanded });
  };
  return (
    <Panel title={t('Two-factor authentication')}>
      <Loaded query={query(readDemand, {})} skeleton={<Skeleton height={24} />}>
        {({ is_demanded: isDemanded, is_set_by_server: isSetByServer }) => (
          <Switch
            label={t('Require for everyone')}
            {...(isSetByServer && { description: t('Set by the server.') })}
            checked={isDemanded}
            disabled={isSetByServer || change.isPending}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
        )}
      </Loaded>
    </Panel>
  );
}

export function SignUpChoice() {
  const [chosen, setChosen] = useState<SignUpMode | null>(null);
  const change = useAction(changeSignUpMode, { refreshes: [readSignUpMode], done: t('Saved.') });
  const choose = (mode: SignUpMode) => {
    setChosen(mode);
    change.mutate({ mode }, { onSettled: () => setChosen(null) });
  };
  return (
    <Panel title={t('Accounts and projects')}>
      <Loaded query={query(readSignUpMode, {})} skeleton={<Skeleton height={48} />}>
        {({ mode, is_set_by_server: isSetByServer, all_add_projects: forAll }) => (
          <Stack gap={16}>
            <SignUpModes mode={chosen ?? mode} isSetByServer={isSetByServer} onChange={choose} />
            <Switch
              label={t('All users may add projects')}
              description={t('Off: only administrators add projects.')}
              checked={forAll}
              disabled={change.isPending}
              onChange={(event) => change.mutate({ all_add_projects: event.currentTarget.checked })}
            />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
