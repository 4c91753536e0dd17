import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { SignUpMode } from '#contract/permission.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t } from '#ui/text/i18n.ts';
import { changeSignUpMode, readSignUpMode } from '#features/account/account.contract.ts';
import { SignUpModes } from './sign-up-modes.tsx';

export function SignUpChoice() {
  const [chosen, setChosen] = useState<SignUpMode | null>(null);
  const change = useAction(changeSignUpMode, { refreshes: [readSignUpMode], done: t('Saved.') });
  const choose = (mode: SignUpMode) => {
    setChosen(mode);
    change.mutate({ mode }, { onSettled: () => setChosen(null) });
  };
  return (
    <Panel title={t('Sign-up')}>
      <Loaded query={query(readSignUpMode, {})} skeleton={<Skeleton height={48} />}>
        {({ mode, is_set_by_server: isSetByServer }) => (
          <SignUpModes mode={chosen ?? mode} isSetByServer={isSetByServer} onChange={choose} />
        )}
      </Loaded>
    </Panel>
  );
}
