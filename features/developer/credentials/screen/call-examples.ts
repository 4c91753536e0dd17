/** What examples are filled in with, so that they work when they are pasted. */
export interface ExampleCall {
  readonly origin: string;
  readonly clientId: string;
  readonly words: string;
}

const secretPlaceholder = 'YOUR_CLIENT_SECRET';

const searchAddress = ({ origin, words }: ExampleCall): URL => {
  const url = new URL('/front/search', origin);
  url.searchParams.set('q', words);
  return url;
};

const withToken = (call: ExampleCall): URL => {
  const url = searchAddress(call);
  url.searchParams.set('token', call.clientId);
  return url;
};

/** A search from a terminal and from scripts. None of them needs more than its language brings. */
export function searchExamples(call: ExampleCall) {
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

export const authorizeCommand = ({ origin, clientId }: ExampleCall, secret: string | null): string =>
  `curl '${origin}/api/auth/authorize' \\
  -H 'content-type: application/json' \\
  -d '{"client_id": "${clientId}", "client_secret": "${secret ?? secretPlaceholder}"}'`;

export const bearerCommand = (call: ExampleCall): string => `curl '${searchAddress(call).href}' \\
  -H 'authorization: Bearer YOUR_TOKEN'`;
