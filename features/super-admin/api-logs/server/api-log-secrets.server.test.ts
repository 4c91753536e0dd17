import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ trustedProxies: 1 });
});
afterAll(() => server.close());

const soon = { interval: 100 };

test('whatever secrets are sent in whichever place of a call, none is in the log', async () => {
  const { db, endpoints, http } = server.app;
  const { token, project } = await server.emptyShop('admin@example.com');
  const secrets = {
    session: token,
    project,
    made: newSecret(),
    password: 'Correct-Horse-7',
    email: 'jana.novakova@mail.example.com',
    card: '4111 1111 1111 1111',
    address: '203.0.113.77',
    network: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    plain: 'keptsecret',
  };
  const sent = Object.values(secrets);
  const text = sent.join(' ');
  const typed = [secrets.made, secrets.email, secrets.card].join(' ');
  const body = Object.fromEntries(['password', 'email', 'token', 'name', 'q', 'keptsecret'].map((name) => [name, text]));
  for (const [place, { method, path, input, upload }] of endpoints.entries()) {
    if (upload) continue;
    const names = [...Object.keys(input._zod.def.shape), 'password', 'access_token', 'keptsecret'];
    const from = place % 2 === 0 ? secrets.address : secrets.network;
    const query = new URLSearchParams(Object.fromEntries([...names.map((name) => [name, text] as const), ['q', typed] as const]));
    await http.inject({
      method,
      url: `${path.replaceAll(/\{\w+\}/g, encodeURIComponent(text))}?${query.toString()}`,
      headers: {
        [sessionHeader]: path.endsWith('/logout') ? 'keptsecret' : token,
        [projectHeader]: project,
        authorization: `Bearer ${path.startsWith('/front/') ? secrets.made : token}`,
        'user-agent': `Mozilla/5.0 Firefox/140.0 ${text}`,
        'x-request-id': secrets.made,
        'x-forwarded-for': from,
        cookie: `session=${secrets.made}`,
        referer: `https://shop.example/?token=${secrets.made}`,
      },
      ...(method !== 'GET' && method !== 'DELETE' && { payload: body }),
    });
  }
  await http.inject({ url: `/front/search?token=${project}&q=${encodeURIComponent(typed)}` });
  // Calls of nobody that fail are bounded by the second, and there were many.
  const ofNoCall = db.selectFrom('api_call').select('id').where('path', '=', '/front/•••').where('status', '=', 404);
  const tryAgain = async () => {
    await http.inject({ url: `/front/keptsecret/${secrets.made}?keptsecret=${secrets.made}` });
    return (await ofNoCall.execute()).length;
  };
  await expect.poll(tryAgain, soon).toBeGreaterThan(0);

  const rows = await db.selectFrom('api_call').selectAll().execute();
  // All but uploads, and what is bounded.
  expect(rows.length).toBeGreaterThan(0.8 * endpoints.length);
  const stored = JSON.stringify(rows);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(stored.includes(secret), `${name} is in the log`).toBe(false);
    expect(stored.includes(encodeURIComponent(secret)), `${name} is in the log, encoded`).toBe(false);
  }
  // What it holds can be read all the same.
  expect(rows).toContainEqual(expect.objectContaining({ agent: 'Firefox', address: '203.0.x.x' }));
});
