import { Skeleton, Switch } from '@mantine/core';
import { query, useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { Loaded } from '#ui/page/loaded.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t } from '#ui/text/i18n.ts';
import { changeDemand, readDemand } from '#features/account/account.contract.ts';

export function DemandPanel() {
  const change = useAction(changeDemand, { refreshes: [readDemand], done: t('Saved.') });
  const turn = async (isDemanded: boolean) => {
    const isSure =
      !isDemanded ||
      (await confirm({
        title: t('Two-factor authentication'),
        text: t('Require two-factor for everyone who signs in with a password? Users without it set it up at their next step.'),
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
            description={isSetByServer ? t('Set by the server.') : t('Password sign-ins need a code, too.')}
            checked={isDemanded}
            disabled={isSetByServer || change.isPending}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
        )}
      </Loaded>
    </Panel>
  );
}
