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

export const searchCommand = (call: ExampleCall): string => `curl '${withToken(call).href}'`;

export const searchScript = (call: ExampleCall): string => `const response = await fetch('${withToken(call).href}');
const { data } = await response.json();
for (const item of data.items) console.log(item.name, item.price);`;

export const authorizeCommand = ({ origin, clientId }: ExampleCall, secret: string | null): string =>
  `curl '${origin}/api/auth/authorize' \\
  -H 'content-type: application/json' \\
  -d '{"client_id": "${clientId}", "client_secret": "${secret ?? secretPlaceholder}"}'`;

export const bearerCommand = (call: ExampleCall): string => `curl '${searchAddress(call).href}' \\
  -H 'authorization: Bearer YOUR_TOKEN'`;
