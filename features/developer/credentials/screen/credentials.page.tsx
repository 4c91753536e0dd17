import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '#ui/text/i18n.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { query } from '#ui/calls/queries.ts';
import { useSelectedProject } from '#ui/state/session.ts';
import { KeysPanel } from '#features/developer/credentials/screen/keys.panel.tsx';
import { ClientSecret } from './client-secret.tsx';
import { readCredentials } from '#features/developer/credentials/credentials.contract.ts';
import { PlainValue, CodeBlock, CodeExamples } from '#ui/code/code-block.tsx';
import { useCollection } from '#ui/collection/collection.ts';
import { readTrialQueries } from '#contract/preview.ts';
import { CallReceived } from './call-received.panel.tsx';
import { ReferenceButton } from '#features/developer/endpoints/screen/reference-button.panel.tsx';
import { SendItemsExample } from '#features/data/item-api/screen/send-items.panel.tsx';

export interface ExampleCall {
  readonly origin: string;
  readonly clientId: string;
  readonly words: string;
}

const secretPlaceholder = 'YOUR_CLIENT_SECRET';

const searchAddress = ({ origin, words }: ExampleCall): URL => {
  const url = new URL('/front/v1/search', origin);
  url.searchParams.set('q', words);
  return url;
};

const withToken = (call: ExampleCall): URL => {
  const url = searchAddress(call);
  url.searchParams.set('token', call.clientId);
  return url;
};

function searchExamples(call: ExampleCall) {
  const address = withToken(call).href;
  return {
    curl: `curl '${address}'`,
    javascript: `const response = await fetch('${address}');
const { data } = await response.json();
for (const item of data.items) console.log(item.name, item.price);`,
    php: `<?php
$answer = json_decode(file_get_contents('${address}'), true);
foreach ($answer['data']['items'] as $item) {
    echo $item['name'], ' ', $item['price'] ?? '', PHP_EOL;
}`,
    python: `import json
from urllib.request import urlopen

with urlopen('${address}') as response:
    data = json.load(response)['data']
for item in data['items']:
    print(item['name'], item.get('price'))`,
  };
}

const authorizeCommand = ({ origin, clientId }: ExampleCall, secret: string | null): string =>
  `curl '${origin}/api/auth/authorize' \\
  -H 'content-type: application/json' \\
  -d '{"client_id": "${clientId}", "client_secret": "${secret ?? secretPlaceholder}"}'`;

const bearerCommand = (call: ExampleCall): string => `curl '${searchAddress(call).href}' \\
  -H 'authorization: Bearer YOUR_TOKEN'`;

export default function CredentialsPage() {
  return (
    <Page title={t('Credentials')} purpose={t('Keys for your shop and servers.')} secondary={<ReferenceButton />}>
      <Loaded query={{ ...query(readCredentials, {}), refetchInterval: intervalMs }} skeleton={<CredentialsSkeleton />}>
        {(known) => <Credentials known={known} />}
      </Loaded>
    </Page>
  );
}

const askWhileWaitingMs = 5_000;

type Known = OutputOf<typeof readCredentials>;

const intervalMs = ({ state: { data } }: { readonly state: { readonly data: Known | undefined } }): number | false =>
  data?.front_called_at === null ? askWhileWaitingMs : false;

function Credentials({ known }: { readonly known: Known }) {
  const { client_id: clientId, old_secret_until: oldUntil, front_called_at: calledAt } = known;
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const isFrontApi = useSelectedProject()?.type === 'front_api';
  const plugin = (
    <Panel
      title={t('The search plugin in your shop')}
      text={t('Suggestions and results for your shop with one line of code.')}
      actions={
        <AllowedLink needs="developer" to={linkTo('/developer/plugin')}>
          {t('Shop plugin')}
        </AllowedLink>
      }
    />
  );
  return (
    <Stack gap={16}>
      {!isFrontApi && plugin}
      <Panel title={t('Client ID')} text={t('Public: identifies the project, safe to use in your shop’s pages.')}>
        <PlainValue value={clientId} copyLabel={t('Copy client ID')} />
      </Panel>
      <ClientSecret newSecret={newSecret} oldUntil={oldUntil} onMade={setNewSecret} />
      <KeysPanel />
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

interface SearchExamplesProps {
  readonly clientId: string;
  /** When the shop last called; null while it never has. */
  readonly calledAt: number | null;
}

function SearchExamples({ clientId, calledAt }: SearchExamplesProps) {
  const call = { origin: location.origin, clientId, words: useWordsOfShop() };
  return (
    <Panel title={t('Search from your shop')} text={t('Ready to paste, your client ID included.')}>
      <CodeExamples examples={searchExamples(call)} />
      <CallReceived calledAt={calledAt} />
    </Panel>
  );
}

interface BearerExampleProps {
  readonly clientId: string;
  readonly secret: string | null;
}

function BearerExample({ clientId, secret }: BearerExampleProps) {
  const call = { origin: location.origin, clientId, words: useWordsOfShop() };
  return (
    <Panel title={t('Bearer token')} text={t('A server can trade the client ID and secret for a ten-minute token.')}>
      <CodeBlock code={authorizeCommand(call, secret)} copyLabel={t('Copy command')} />
      <Text size="sm">{t('Send the token in the header of later calls:')}</Text>
      <CodeBlock code={bearerCommand(call)} copyLabel={t('Copy command')} />
    </Panel>
  );
}

/** Words that find something in this shop. Empty finds everything. */
function useWordsOfShop(): string {
  const collection = useCollection();
  const { data } = useQuery({ ...query(readTrialQueries, { c: collection?.id ?? 0 }), enabled: collection !== null });
  return data?.[0] ?? '';
}

interface ItemExamplesProps {
  readonly clientId: string;
  readonly secret: string | null;
}

function ItemExamples({ clientId, secret }: ItemExamplesProps) {
  return (
    <Panel title={t('Send items by API')} text={t('Items your server sends are searchable immediately, with or without a feed.')}>
      <SendItemsExample clientId={clientId} secret={secret} />
      <Text size="sm">
        {t('Up to 5,000 items per call; prices and stock can be sent alone.')}{' '}
        <Anchor href="/docs/item-api" target="_blank">
          {t('Item API')}
        </Anchor>
      </Text>
    </Panel>
  );
}
