import { Stack, Tabs } from '@mantine/core';
import { CodeBlock } from '#console-kit/code-block.tsx';
import { useText } from '#console-kit/i18n.ts';

const secretPlaceholder = 'YOUR_CLIENT_SECRET';

interface SendItemsProps {
  readonly clientId: string;
  /** null while it isn't known; a placeholder stands for it. */
  readonly secret: string | null;
}

/** The calls that send a first item, to be pasted into a terminal or a script. */
export function SendItemsExample({ clientId, secret }: SendItemsProps) {
  const t = useText();
  const call = { origin: location.origin, clientId, secret: secret ?? secretPlaceholder };
  return (
    <Stack gap={16}>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb={12}>
          <Tabs.Tab value="curl">curl</Tabs.Tab>
          <Tabs.Tab value="javascript">JavaScript</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curl">
          <CodeBlock code={sendCommand(call)} copyLabel={t('Copy command')} />
        </Tabs.Panel>
        <Tabs.Panel value="javascript">
          <CodeBlock code={sendScript(call)} copyLabel={t('Copy script')} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

interface ExampleCall {
  readonly origin: string;
  readonly clientId: string;
  readonly secret: string;
}

const firstItem = '{"item": {"id": "lamp-1", "name": "Desk lamp", "price": 590, "currency": "CZK"}}';

const sendCommand = ({
  origin,
  clientId,
  secret,
}: ExampleCall): string => `TOKEN=$(curl --silent '${origin}/api/auth/authorize' \\
  -H 'content-type: application/json' \\
  -d '{"client_id": "${clientId}", "client_secret": "${secret}"}' \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl '${origin}/api/v1/items' \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '${firstItem}'`;

const sendScript = ({ origin, clientId, secret }: ExampleCall): string => `const post = async (path, body, headers = {}) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  return (await fetch('${origin}' + path, init)).json();
};
const { data } = await post('/api/auth/authorize', { client_id: '${clientId}', client_secret: '${secret}' });
console.log(await post('/api/v1/items', ${firstItem}, { authorization: 'Bearer ' + data.token }));`;
