import { SimpleGrid, Skeleton, TextInput, Anchor, Group, Text, Avatar, Button, Input } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { query, useCall, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { useRecordVersions } from '#ui/form/conflict.tsx';
import { WebsiteInput, PickFile } from '#ui/form/text-inputs.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { updatePerson } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import {
  changeUserData,
  readUserData,
  type UserData,
  UserDataInput,
  cancelEmailChange,
  mailEmailChangeAgain,
  ChosenPicture,
  pictureTypes,
} from '#features/account/profile/profile.contract.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { errorText } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';

const sidePx = 160;
const quality = 0.85;

function PictureField({ form }: { readonly form: RecordFormState<typeof UserDataInput> }) {
  const { photo } = form.values;
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    const parsed = ChosenPicture.safeParse(file);
    form.note(parsed.success ? [] : problemsOf(parsed.error, file).map((problem) => ({ ...problem, field: 'photo' })));
    if (!parsed.success) return;
    void scaled(file).then((address) => {
      if (address === null) form.note([{ field: 'photo', code: 'noPicture', message: errorText('noPicture') }]);
      else form.set('photo', address);
    });
  };
  return (
    <Input.Wrapper
      label={t('Picture')}
      labelElement="div"
      description={t('PNG or JPG, up to 2 MB.')}
      error={form.field('photo').error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap={12} my={8}>
        <Avatar src={photo ?? null} size={72} alt={t('Picture')} />
        <PickFile onPicked={choose} accept={pictureTypes.join(',')}>
          {t('Change picture')}
        </PickFile>
        {photo && (
          <Button variant="subtle" onClick={() => form.set('photo', null)}>
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

async function scaled(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, sidePx, sidePx);
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, sidePx, sidePx);
  picture.close();
  return canvas.toDataURL('image/jpeg', quality);
}

const shownIn = ({ name, surname, email, company_name, job, phone, company_site, photo, new_email }: UserData) => ({
  name,
  surname,
  email: new_email ?? email,
  company_name,
  job,
  phone,
  company_site,
  photo,
});

export function PersonalDataPanel() {
  return (
    <Panel id="personal" title={t('Personal information')}>
      <Loaded query={query(readUserData, {})} skeleton={<Skeleton height={420} />}>
        {(person) => <PersonalDataForm kept={person} />}
      </Loaded>
    </Panel>
  );
}

/** Resets to a newer `kept` only while nothing is typed. */
function PersonalDataForm({ kept }: { readonly kept: UserData }) {
  const names = {
    photo: t('Picture'),
    name: t('First name'),
    surname: t('Last name'),
    email: t('E-mail'),
    company_name: t('Company'),
    job: t('Job'),
    phone: t('Phone'),
    company_site: t('Company site'),
  };
  const { begun, over, begin, refused } = useRecordVersions(kept, {
    newest: query(readUserData, {}),
    names,
    inputOf: shownIn,
    says: (name, value) => (name === 'photo' ? (value == null ? t('No picture') : t('Picture')) : String(value)),
  });
  const change = useCall(changeUserData, { refreshes: [readUserData] });
  const { email, new_email } = kept;
  return (
    <RecordForm
      key={begun.version}
      schema={UserDataInput}
      initial={shownIn(begun)}
      names={names}
      save={async (written) => updatePerson(await change.mutateAsync({ ...written, version: over.current.version }))}
      refused={refused}
      onSaved={() => toast({ text: t('Saved.') })}
      saveLabel={t('Save changes')}
      isChange
    >
      {(form) => (
        <>
          <Follow isDirty={form.isDirty} kept={kept} begin={begin} />
          <PictureField form={form} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
            <TextInput {...form.field('name')} autoComplete="given-name" />
            <TextInput {...form.field('surname')} autoComplete="family-name" />
          </SimpleGrid>
          <TextInput {...form.field('email')} type="email" autoComplete="email" inputMode="email" />
          {new_email !== null && (
            <OpenEmailChange email={email} newEmail={new_email} cancelled={(person) => (over.current = person)} />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
            <TextInput {...form.field('company_name')} autoComplete="organization" placeholder={t('Optional')} />
            <TextInput {...form.field('job')} autoComplete="organization-title" placeholder={t('Optional')} />
            <TextInput {...form.field('phone')} type="tel" autoComplete="tel" placeholder={t('Optional')} />
            <WebsiteInput
              field={form.field('company_site')}
              value={form.values.company_site ?? ''}
              change={(address) => form.set('company_site', address)}
              autoComplete="url"
            />
          </SimpleGrid>
        </>
      )}
    </RecordForm>
  );
}

interface FollowProps {
  readonly isDirty: boolean;
  readonly kept: UserData;
  readonly begin: (kept: UserData) => void;
}

function Follow({ isDirty, kept, begin }: FollowProps) {
  useEffect(() => {
    if (!isDirty) begin(kept);
  }, [isDirty, kept, begin]);
  return null;
}

interface OpenEmailChangeProps {
  readonly email: string;
  readonly newEmail: string;
  readonly cancelled: (person: UserData) => void;
}

function OpenEmailChange({ email, newEmail, cancelled }: OpenEmailChangeProps) {
  const { data: rules } = useQuery(query(readSignUpRules, {}));
  const again = useAction(mailEmailChangeAgain, { done: t('Sent.') });
  const cancel = useAction(cancelEmailChange, { refreshes: [readUserData], done: t('Cancelled.') });
  return (
    <Group gap="4px 12px">
      <Text size="sm" c="dimmed" role="status">
        {t('Open the link we sent to {new}. Until then you keep {old}.', { new: newEmail, old: email })}
        {rules?.sends_mail === false && ` ${t('This server sends no mail. Your administrator finds the link in the log.')}`}
      </Text>
      <Anchor component="button" type="button" size="sm" disabled={again.isPending} onClick={() => again.mutate({})}>
        {t('Send again')}
      </Anchor>
      <Anchor
        component="button"
        type="button"
        size="sm"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate({}, { onSuccess: cancelled })}
      >
        {t('Cancel the change')}
      </Anchor>
    </Group>
  );
}
