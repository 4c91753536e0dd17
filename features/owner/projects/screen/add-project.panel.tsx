import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MailOpen, KeyRound } from 'lucide-react';
import { query, useAction } from '#ui/calls/queries.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { currentLanguage, t } from '#ui/text/i18n.ts';
import { FeedStep, type TestedFeed, FoundFeedSummary } from '#features/data/feed-test/screen/feed-step.panel.tsx';
import { type CreatedProject, NewProjectForm, openProject, timeZone } from './new-project-form.tsx';
import { createSampleProject, listProjects, type createProject } from '#features/owner/projects/projects.contract.ts';
import { InvitationAnswer } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { listMyInvitations, type Invitation } from '#features/access-management/invitations/invitations.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { SendItemsExample } from '#features/data/item-api/screen/send-items.panel.tsx';

export function OpenInvitations() {
  const { data: invitations = [] } = useQuery(query(listMyInvitations, {}));
  return invitations.map((invitation) => <OpenInvitation key={invitation.id} invitation={invitation} />);
}

function OpenInvitation({ invitation: { id, project_name: project, invited_by: person } }: { readonly invitation: Invitation }) {
  return (
    <Group component="section" gap="12px 16px" p={16} bd="1px solid var(--aisle-line)" bdrs={8}>
      <MailOpen size={24} strokeWidth={1.5} aria-hidden color="var(--mantine-color-dimmed)" style={{ flex: 'none' }} />
      <Box flex="1 1 200px" miw={0}>
        <Text size="sm" fw={600}>
          {t('{person} invites you to {project}', { person, project })}
        </Text>
      </Box>
      <InvitationAnswer id={id} />
    </Group>
  );
}

interface AddProjectProps {
  /** A project without a feed: its secret is shown before it opens. */
  readonly onSent: (project: CreatedProject) => void;
}

type Step = { readonly kind: 'source' } | { readonly kind: 'details'; readonly feed: TestedFeed | null };

export function AddProject({ onSent }: AddProjectProps) {
  const [step, setStep] = useState<Step>({ kind: 'source' });
  const [feed, setFeed] = useState<TestedFeed | null>(null);
  const take = (tested: TestedFeed) => {
    setFeed(tested);
    setStep({ kind: 'details', feed: tested });
  };
  if (step.kind === 'details')
    return (
      <Stack gap={16}>
        <Source feed={step.feed} />
        <NewProjectForm
          feed={step.feed}
          onCreated={step.feed === null ? onSent : openProject}
          onBack={() => setStep({ kind: 'source' })}
        />
      </Stack>
    );
  return (
    <Stack gap={16}>
      <OpenInvitations />
      <FeedStep chosen={feed} onTested={take} />
      <OtherWays onSent={() => setStep({ kind: 'details', feed: null })} />
    </Stack>
  );
}

function Source({ feed }: { readonly feed: TestedFeed | null }) {
  const { data: projects = [] } = useQuery(query(listProjects, {}));
  if (feed === null)
    return (
      <Text size="sm" c="dimmed">
        {t('You’ll get the first call to copy.')}
      </Text>
    );
  const known = feed.file_name === null ? projects.find(({ feed_url: url }) => url === feed.feed_url) : undefined;
  return (
    <>
      {feed.found && <FoundFeedSummary found={feed.found} />}
      {known && (
        <Text size="sm" role="status">
          {t('“{project}” already uses this feed.', { project: known.name })}{' '}
          <Anchor component="button" type="button" onClick={() => void switchProject(known.token)}>
            {t('Open')}
          </Anchor>
        </Text>
      )}
    </>
  );
}

function OtherWays({ onSent }: { readonly onSent: () => void }) {
  return (
    <Stack component="section" gap={12} pt={16} style={{ borderTop: '1px solid var(--aisle-line)' }}>
      <Text size="sm" c="dimmed">
        {t('No feed yet?')}
      </Text>
      <Group gap={8}>
        <SampleProject />
        <Button variant="default" onClick={onSent}>
          {t('Send items by API')}
        </Button>
      </Group>
    </Stack>
  );
}

function SampleProject() {
  const add = useAction(createSampleProject);
  const language = currentLanguage() === 'cs' ? 'cs' : 'en';
  const start = () =>
    add.mutate({ language, time_zone: timeZone() }, { onSuccess: ({ token }) => void switchProject(token, '/dashboard') });
  return (
    <Button variant="light" loading={add.isPending || add.isSuccess} onClick={start}>
      {t('Try a sample shop')}
    </Button>
  );
}

interface ProjectByApiProps {
  readonly project: OutputOf<typeof createProject>;
  readonly onOpen: () => void;
}

export function ProjectByApi({ project: { token, client_secret: secret }, onOpen }: ProjectByApiProps) {
  return (
    <Stack gap={16}>
      <Text size="sm">{t('Send items with this client ID and secret:')}</Text>
      <CodeBlock code={`client_id:     ${token}\nclient_secret: ${secret}`} copyLabel={t('Copy')} />
      <Group gap={8} wrap="nowrap" align="flex-start">
        <KeyRound size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <Text size="sm" fw={600}>
          {t('The secret is shown only now.')}
        </Text>
      </Group>
      <Text size="sm">{t('Send a first item:')}</Text>
      <SendItemsExample clientId={token} secret={secret} />
      <Group justify="flex-end">
        <Button onClick={onOpen}>{t('Open')}</Button>
      </Group>
    </Stack>
  );
}
