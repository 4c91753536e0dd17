import { CodeExamples } from '#ui/code/code-block.tsx';

const secretPlaceholder = 'YOUR_CLIENT_SECRET';

interface SendItemsProps {
  readonly clientId: string;
  /** null while loading. */
  readonly secret: string | null;
}

export function SendItemsExample({ clientId, secret }: SendItemsProps) {
  const call = { origin: location.origin, clientId, secret: secret ?? secretPlaceholder };
  return <CodeExamples examples={sendExamples(call)} />;
}

interface ExampleCall {
  readonly origin: string;
  readonly clientId: string;
  readonly secret: string;
}

const firstItem = '{"item": {"id": "lamp-1", "name": "Desk lamp", "price": 590, "currency": "CZK"}}';

function sendExamples({ origin, clientId, secret }: ExampleCall) {
  const credentials = `{"client_id": "${clientId}", "client_secret": "${secret}"}`;
  return {
    curl: `TOKEN=$(curl --silent '${origin}/api/auth/authorize' \\
  -H 'content-type: application/json' \\
  -d '${credentials}' \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl '${origin}/api/v1/items' \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '${firstItem}'`,
    javascript: `const post = async (path, body, headers = {}) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  return (await fetch('${origin}' + path, init)).json();
};
const { data } = await post('/api/auth/authorize', ${credentials});
console.log(await post('/api/v1/items', ${firstItem}, { authorization: 'Bearer ' + data.token }));`,
    php: `<?php
function post($path, $body, $headers = []) {
    $headers[] = 'content-type: application/json';
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    return json_decode(file_get_contents('${origin}' . $path, false, stream_context_create(['http' => $http])), true);
}
$answer = post('/api/auth/authorize', '${credentials}');
print_r(post('/api/v1/items', '${firstItem}', ['authorization: Bearer ' . $answer['data']['token']]));`,
    python: `import json
from urllib.request import Request, urlopen

def post(path, body, headers={}):
    headers = {'content-type': 'application/json', **headers}
    with urlopen(Request('${origin}' + path, json.dumps(body).encode(), headers)) as response:
        return json.load(response)

token = post('/api/auth/authorize', ${credentials})['data']['token']
print(post('/api/v1/items', ${firstItem}, {'authorization': 'Bearer ' + token}))`,
  };
}
