import { CodeExamples } from '#console-kit/code/code-examples.tsx';

const secretPlaceholder = 'YOUR_CLIENT_SECRET';

interface SendItemsProps {
  readonly clientId: string;
  /** null while it isn't known; a placeholder stands for it. */
  readonly secret: string | null;
}

/** The calls that send a first item, to be pasted into a terminal or a script. */
export function SendItemsExample({ clientId, secret }: SendItemsProps) {
  const call = { origin: location.origin, clientId, secret: secret ?? secretPlaceholder };
  return <CodeExamples curl={sendCommand(call)} javascript={sendScript(call)} />;
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
