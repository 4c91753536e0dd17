import { expect, test } from 'vitest';
import type { ApiCall } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { curlOf } from './call-drawer.tsx';

const origin = 'https://search.example';
const call = (changes: Partial<ApiCall>): ApiCall => ({
  id: 1,
  time: 1,
  call: '',
  status: 200,
  took: 1,
  project: null,
  user: null,
  address: '',
  method: 'GET',
  path: '/front/search',
  project_id: null,
  user_id: null,
  is_shop: true,
  agent: '',
  request_id: '',
  code: null,
  parameters: [],
  ...changes,
});

test('a call of a shop is made again with its query, and its token is left to whoever does', () => {
  const parameters = [
    { name: 'token', value: '•••', is_in_path: false },
    { name: 'q', value: "o'neill & sons", is_in_path: false },
    { name: '•••', value: '•••', is_in_path: false },
  ];
  expect(curlOf(call({ parameters }), origin)).toBe(
    String.raw`curl 'https://search.example/front/search?token=<token>&q=o'\''neill%20%26%20sons'`,
  );
});

test('a call of the console that changes something has places for the session, the project and the body', () => {
  const parameters = [{ name: 'id', value: '12', is_in_path: true }];
  expect(curlOf(call({ method: 'PUT', path: '/api/feed/{id}', is_shop: false, parameters }), origin)).toBe(
    [
      "curl 'https://search.example/api/feed/12'",
      '-X PUT',
      "-H 'x-session-token: <session>'",
      "-H 'x-client-id: <project token>'",
      "-H 'content-type: application/json'",
      "-d '<body>'",
    ].join(' \\\n  '),
  );
});
