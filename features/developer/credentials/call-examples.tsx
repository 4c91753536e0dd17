import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CodeBlock } from '#console-kit/code/code-block.tsx';
import { CodeExamples } from '#console-kit/code/code-examples.tsx';
import { useCollection } from '#console-kit/collection/collection.ts';
import { t } from '#console-kit/text/i18n.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { query } from '#console-kit/calls/queries.ts';
import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';
import { CallReceived } from './call-received.panel.tsx';
import { authorizeCommand, bearerCommand, searchExamples } from './call-examples.ts';

interface SearchExamplesProps {
  readonly clientId: string;
  /** When the shop last called; null while it never has. */
  readonly calledAt: number | null;
}

export function SearchExamples({ clientId, calledAt }: SearchExamplesProps) {
  const call = { origin: location.origin, clientId, words: useWordsOfShop() };
  return (
    <Panel title={t('Search from your shop')} text={t('Ready to paste, your token included.')}>
      <CodeExamples examples={searchExamples(call)} />
      <CallReceived calledAt={calledAt} />
    </Panel>
  );
}

interface BearerExampleProps {
  readonly clientId: string;
  readonly secret: string | null;
}

export function BearerExample({ clientId, secret }: BearerExampleProps) {
  const call = { origin: location.origin, clientId, words: useWordsOfShop() };
  return (
    <Panel
      title={t('Bearer token')}
      text={t(
        'A server may trade the client ID and secret for a token that is good for ten minutes, and send it instead of the client ID.',
      )}
    >
      <CodeBlock code={authorizeCommand(call, secret)} copyLabel={t('Copy command')} />
      <Text size="sm">{t('Put the token of the answer into the header of the calls that follow:')}</Text>
      <CodeBlock code={bearerCommand(call)} copyLabel={t('Copy command')} />
    </Panel>
  );
}

/** Words that find something in this shop: the beginning of a name. Empty finds everything. */
function useWordsOfShop(): string {
  const collection = useCollection();
  const { data } = useQuery({
    ...query(testQuery, { c: collection?.id ?? 0, per_page: 1 }),
    enabled: collection !== null,
  });
  const name = data?.items[0]?.['name'];
  return typeof name === 'string' ? (/[\p{L}\p{N}]{3,}/u.exec(name)?.[0] ?? '') : '';
}
