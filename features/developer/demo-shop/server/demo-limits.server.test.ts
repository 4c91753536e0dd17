import { expect, test } from 'vitest';
import { defaultCallRates } from '#server/limits/call-limits.ts';
import { startTestApp } from '#testing/test-app.ts';

test('who opens it too often is told so in a page, and others are not', async () => {
  const server = await startTestApp({ trustedProxies: 1, callRates: { ...defaultCallRates, visitorCallsPerSecond: 3 } });
  try {
    const { project } = await server.emptyShop('owner@example.com');
    const open = (from: string) => server.app.http.inject({ url: `/demo/${project}`, headers: { 'x-forwarded-for': from } });
    const answers = [];
    for (let at = 0; at < 8; at += 1) answers.push(await open('203.0.113.1'));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]!.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused[0]!.body).toContain('Too many people are looking at once.');
    expect((await open('203.0.113.2')).statusCode).toBe(403);
  } finally {
    await server.close();
  }
});
