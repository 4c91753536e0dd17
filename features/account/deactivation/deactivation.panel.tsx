import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '#console-kit/calls/queries.ts';
import { RecordForm } from '#console-kit/form/form.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { endSession } from '#console-kit/session/session.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { deactivate, DeactivateInput, deactivationPhrase } from './deactivation.contract.ts';

export function DeactivationPanel() {
  const t = useText();
  const { data: projects } = useQuery(query(listProjects, {}));
  const leave = useCall(deactivate);
  return (
    <Panel
      title={t('Deactivate account')}
      text={t('You lose access to {count} projects; rules you made stay.', { count: projects?.length ?? 0 })}
    >
      <RecordForm
        schema={DeactivateInput}
        initial={{ password: '', verification: '' }}
        names={{ password: t('Password'), verification: t('Type “{phrase}” to confirm.', { phrase: deactivationPhrase }) }}
        save={(values) => leave.mutateAsync(values)}
        onSaved={() => endSession('signedOut')}
        saveLabel={t('Deactivate account')}
        isChange
      >
        {(form) => (
          <>
            <PasswordInput
              {...form.field('password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
            />
            <TextInput {...form.field('verification')} autoComplete="off" />
          </>
        )}
      </RecordForm>
    </Panel>
  );
}
