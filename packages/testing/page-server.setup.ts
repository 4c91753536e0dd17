import type { TestProject } from 'vitest/node';
import { register } from '#features/account/account.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { owner, type OwnProject, post, firstImport } from '#e2e/calls.ts';
import type { PageServer } from './pages/page-server.ts';
import { startServer } from '#e2e/server.ts';
import { foregroundVariable } from '#process-kit/one-task.ts';

/** One server with an unchanged sample shop for all page tests. */
export default async function startPageServer({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startServer({ settings: { AISLE_ALLOW_PRIVATE_FEEDS: '127.0.0.1', [foregroundVariable]: 'yes' } });
  const { token: sessionToken } = await post<{ token: string }>(server.url, register.path, owner);
  const project = await post<OwnProject>(server.url, createSampleProject.path, { language: 'en' }, sessionToken);
  const sampleShop = { ...project, sessionToken, email: owner.email };
  await firstImport(server.url, sampleShop);
  provide('pageServer', { url: server.url, dataDirectory: server.dataDirectory, sampleShop } satisfies PageServer);
  return () => server.stop();
}
