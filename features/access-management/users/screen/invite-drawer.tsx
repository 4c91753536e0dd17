import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import { asCallError, CallError } from '#ui/calls/api.ts';
import { useCall } from '#ui/calls/queries.ts';
import { CopyButton } from '#ui/code/copy-button.tsx';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { toast } from '#ui/calls/toast.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { TagsField } from '#ui/form/text-inputs.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { GroupChoice, ChosenGroups } from './groups-drawer.tsx';
import { listUsers } from '#features/access-management/users/users.contract.ts';

const bracketed = /^<([^<>\s]+@[^<>\s]+)>$/;

/** Mail programs copy people as `Ann Lee <ann@example.com>`: words before the brackets are a name. */
export function addressesOf(words: readonly string[]): string[] {
  const addresses: string[] = [];
  for (const word of words) {
    const address = bracketed.exec(word)?.[1];
    if (address !== undefined) while (addresses.at(-1)?.includes('@') === false) addresses.pop();
    addresses.push(address ?? word);
  }
  return [...new Set(addresses)];
}

const Invited = z.object({
  emails: z.array(z.string()).check(z.minLength(1, { error: 'requiredField' }), ({ value, issues }) => {
    const address = value.find((one) => !Email.safeParse(one).success);
    if (address !== undefined) issues.push({ code: 'custom', input: value, message: 'addressNotValid', params: { address } });
  }),
  user_groups: ChosenGroups,
});
const between = [',', ';', ' ', '\n', '\t'];

interface Link {
  readonly email: string;
  readonly link: string;
}

export function InviteDrawer() {
  const [address, change] = useAddress();
  const isOpen = address['edit'] === 'new';
  const [links, setLinks] = useState<readonly Link[]>([]);
  const close = () => {
    change({ edit: undefined });
    setLinks([]);
  };
  return (
    <SideDrawer isOpen={isOpen} title={t('Invite user')} onClose={close}>
      {links.length === 0 ? <InviteForm onLinks={setLinks} close={close} /> : <Links links={links} close={close} />}
    </SideDrawer>
  );
}

interface InviteFormProps {
  readonly onLinks: (links: readonly Link[]) => void;
  readonly close: () => void;
}

function InviteForm({ onLinks, close }: InviteFormProps) {
  const invite = useCall(inviteUser, { refreshes: [listUsers] });
  const cancel = async () => {
    if (await mayLeave()) close();
  };
  /** Inviting again is idempotent, so a retry sends all addresses. */
  const save = async ({ emails, user_groups }: z.output<typeof Invited>) => {
    const links: Link[] = [];
    for (const email of emails) {
      const { link } = await invite.mutateAsync({ email, user_groups }).catch((error: unknown) => {
        throw atAddresses(error);
      });
      if (link !== null) links.push({ email, link });
    }
    toast({ text: t('Invited. The link is valid for 7 days.') });
    if (links.length === 0) close();
    else onLinks(links);
  };
  return (
    <RecordForm
      schema={Invited}
      initial={{ emails: [], user_groups: [] }}
      names={{ emails: t('E-mail addresses'), user_groups: t('Groups') }}
      save={save}
      saveLabel={t('Send')}
      cancel={{ label: t('Cancel'), run: () => void cancel() }}
    >
      {(form) => (
        <>
          <TagsField
            {...form.field('emails')}
            onChange={(words) => form.set('emails', addressesOf(words))}
            splitChars={between}
            inputMode="email"
            data-autofocus
          />
          <GroupChoice
            label={t('Groups')}
            error={form.field('user_groups').error}
            value={form.values.user_groups}
            onChange={(chosen) => form.set('user_groups', chosen)}
          />
        </>
      )}
    </RecordForm>
  );
}

function atAddresses(error: unknown): CallError {
  const { status, problems } = asCallError(error);
  return new CallError(
    status,
    problems.map((problem) => (problem.field === 'email' ? { ...problem, field: 'emails' } : problem)),
  );
}

function Links({ links, close }: { readonly links: readonly Link[]; readonly close: () => void }) {
  return (
    <Stack gap={16}>
      <Alert variant="light">{t('No mail server: send this link yourself.')}</Alert>
      {links.map(({ email, link }) => (
        <Group key={email} gap={4} align="flex-end" wrap="nowrap">
          <TextInput label={email} value={link} readOnly flex={1} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={link} label={t('Copy link')} />
        </Group>
      ))}
      <Group justify="flex-end">
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  );
}
