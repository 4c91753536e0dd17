import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '#ui/calls/queries.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { endSession } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { listOwnProjects } from '#features/account/own-projects/own-projects.contract.ts';
import { deactivate, DeactivateInput, deactivationPhrase } from './profile.contract.ts';

export function DeactivationPanel() {
  const { data: projects = [] } = useQuery(query(listOwnProjects, {}));
  const onlyOwned = projects.filter(({ is_only_owner: isOnlyOwner }) => isOnlyOwner).map(({ name }) => name);
  const leave = useCall(deactivate);
  return (
    <Panel
      id="deactivate"
      isDanger
      title={t('Deactivate account')}
      text={t('You lose access to {count} projects. Your rules stay.', { count: projects.length })}
    >
      <RecordForm
        schema={DeactivateInput}
        initial={{ password: '', verification: '' }}
        names={{ password: t('Password'), verification: t('Type “{phrase}” to confirm.', { phrase: deactivationPhrase }) }}
        save={(values) => leave.mutateAsync(values)}
        onSaved={() => endSession('deactivated')}
        saveLabel={t('Deactivate account')}
        isChange
        isDanger
        waitReason={
          onlyOwned.length === 0 ? undefined : t('Transfer ownership of {projects} first.', { projects: onlyOwned.join(', ') })
        }
      >
        {(form) => (
          <>
            <PasswordInput
              {...form.field('password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
            />
            <TextInput
              {...form.field('verification')}
              autoComplete="off"
              error={
                form.field('verification').error &&
                t('Field is not valid. Type exactly “{phrase}”.', { phrase: deactivationPhrase })
              }
            />
          </>
        )}
      </RecordForm>
    </Panel>
  );
}
