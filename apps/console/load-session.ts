import { call, callEnvelope } from '#console-kit/api.ts';
import { setCollections } from '#console-kit/collection.ts';
import { query } from '#console-kit/queries.ts';
import { currentSession, setSession } from '#console-kit/session.ts';
import { writeStored } from '#console-kit/stored.ts';
import { verify } from '#features/account/account.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { readDefaultProject } from '#features/owner/projects/projects.contract.ts';
import { queryClient } from './query-client.ts';

/** Verifies the session and keeps its answer. People who have projects but selected none get their default one. */
export async function loadSession(): Promise<void> {
  const verified = await callEnvelope(verify, {});
  if (verified.beside.sales_channel) return keep(verified);
  const project = await call(readDefaultProject, {});
  if (!project) return keep(verified);
  writeStored('projectToken', project.token);
  return keep(await callEnvelope(verify, {}));
}

async function keep({ data, beside }: Awaited<ReturnType<typeof callEnvelope<typeof verify>>>): Promise<void> {
  if (beside.sales_channel) await loadCollections(beside.sales_channel.id);
  setSession({ person: data, project: beside.sales_channel });
}

/** Known before the first screen is drawn, so that it need not be drawn twice. A failure shows when the shell asks again. */
async function loadCollections(projectId: number): Promise<void> {
  if (currentSession()?.project?.id === projectId) return;
  const collections = await queryClient.ensureQueryData({ ...query(listCollections, {}), retry: false }).catch(() => undefined);
  if (collections) setCollections(projectId, collections);
}
