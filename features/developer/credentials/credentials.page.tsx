import { Button, Skeleton, Stack } from '@mantine/core';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { t } from '#console-kit/text/i18n.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { query } from '#console-kit/calls/queries.ts';
import { useSelectedProject } from '#console-kit/session/own-projects.ts';
import { IntegrationPanel } from '#features/developer/plugin/integration/integration.panel.tsx';
import { BearerExample, SearchExamples } from './call-examples.tsx';
import { ItemExamples } from './item-examples.tsx';
import { ClientSecret } from './client-secret.tsx';
import { readCredentials } from './credentials.contract.ts';
import { PlainValue } from '#console-kit/code/plain-value.tsx';

export default function CredentialsPage() {
  const docs = (
    <Button
      component="a"
      href="/docs/reference"
      target="_blank"
      variant="default"
      leftSection={<BookOpen size={16} aria-hidden />}
    >
      {t('API reference')}
    </Button>
  );
  return (
    <Page title={t('Credentials')} purpose={t('Keys for your shop and servers.')} secondary={docs}>
      <Loaded query={{ ...query(readCredentials, {}), refetchInterval: intervalMs }} skeleton={<CredentialsSkeleton />}>
        {(known) => <Credentials known={known} />}
      </Loaded>
    </Page>
  );
}

/** Somebody has just put a call into the shop, and looks whether it came. */
const askWhileWaitingMs = 5_000;

type Known = OutputOf<typeof readCredentials>;

const intervalMs = ({ state: { data } }: { readonly state: { readonly data: Known | undefined } }): number | false =>
  data?.front_called_at === null ? askWhileWaitingMs : false;

function Credentials({ known }: { readonly known: Known }) {
  const { client_id: clientId, old_secret_until: oldUntil, front_called_at: calledAt } = known;
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const isFrontApi = useSelectedProject()?.type === 'front_api';
  const plugin = <IntegrationPanel token={clientId} />;
  return (
    <Stack gap={16}>
      {!isFrontApi && plugin}
      <Panel
        title={t('Client ID')}
        text={t(
          'The public token of the project. It selects the project and opens nothing else, so it may stand in the page of your shop.',
        )}
      >
        <PlainValue value={clientId} copyLabel={t('Copy client ID')} />
      </Panel>
      <ClientSecret newSecret={newSecret} oldUntil={oldUntil} onMade={setNewSecret} />
      <SearchExamples clientId={clientId} calledAt={calledAt} />
      <BearerExample clientId={clientId} secret={newSecret} />
      <ItemExamples clientId={clientId} secret={newSecret} />
      {isFrontApi && plugin}
    </Stack>
  );
}

const CredentialsSkeleton = () => (
  <Stack gap={16} aria-hidden>
    <Skeleton height={132} />
    <Skeleton height={96} />
    <Skeleton height={220} />
  </Stack>
);
