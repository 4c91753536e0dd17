import { SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import { call } from '#console-kit/calls/api.ts';
import { query, useCall } from '#console-kit/calls/queries.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { RecordForm } from '#console-kit/form/form.tsx';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { updatePerson } from '#console-kit/session/session.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { OpenEmailChange } from './open-email-change.tsx';
import { changeUserData, readUserData, type UserData, UserDataInput } from './personal-data.contract.ts';
import { PictureField } from './picture-field.tsx';
import { shownIn, writtenOver } from './written-over.ts';

export function PersonalDataPanel() {
  const t = useText();
  return (
    <Panel id="personal" title={t('Personal information')}>
      <Loaded query={query(readUserData, {})} skeleton={<Skeleton height={420} />}>
        {(person) => <PersonalDataForm key={JSON.stringify(person)} person={person} />}
      </Loaded>
    </Panel>
  );
}

function PersonalDataForm({ person }: { readonly person: UserData }) {
  const t = useText();
  const change = useCall(changeUserData, { refreshes: [readUserData] });
  const { email, new_email } = person;
  const save = async (written: UserDataInput) => {
    const kept = await call(readUserData, {});
    updatePerson(await change.mutateAsync(writtenOver(kept, person, written)));
  };
  return (
    <RecordForm
      schema={UserDataInput}
      initial={shownIn(person)}
      names={{
        photo: t('Picture'),
        name: t('First name'),
        surname: t('Last name'),
        email: t('E-mail'),
        company_name: t('Company'),
        job: t('Job'),
        phone: t('Phone'),
        company_site: t('Company site'),
      }}
      save={save}
      onSaved={() => toast({ text: t('Saved.') })}
      saveLabel={t('Save changes')}
      isChange
    >
      {(form) => (
        <>
          <PictureField form={form} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
            <TextInput {...form.field('name')} autoComplete="given-name" />
            <TextInput {...form.field('surname')} autoComplete="family-name" />
          </SimpleGrid>
          <TextInput {...form.field('email')} type="email" autoComplete="email" inputMode="email" />
          {new_email !== null && <OpenEmailChange email={email} newEmail={new_email} />}
          <TextInput {...form.field('company_name')} autoComplete="organization" />
          <TextInput {...form.field('job')} autoComplete="organization-title" />
          <TextInput {...form.field('phone')} type="tel" autoComplete="tel" />
          <TextInput {...form.field('company_site')} type="url" autoComplete="url" />
        </>
      )}
    </RecordForm>
  );
}
