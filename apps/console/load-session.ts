import { call, callEnvelope } from '#console-kit/api.ts';
import { setSession } from '#console-kit/session.ts';
import { writeStored } from '#console-kit/stored.ts';
import { verify } from '#features/account/account.contract.ts';
import { readDefaultProject } from '#features/owner/projects/projects.contract.ts';

/** Verifies the session and keeps its answer. People who have projects but selected none get their default one. */
export async function loadSession(): Promise<void> {
  const verified = await callEnvelope(verify, {});
  if (verified.beside.sales_channel) return keep(verified);
  const project = await call(readDefaultProject, {});
  if (!project) return keep(verified);
  writeStored('projectToken', project.token);
  keep(await callEnvelope(verify, {}));
}

const keep = ({ data, beside }: Awaited<ReturnType<typeof callEnvelope<typeof verify>>>) =>
  setSession({ person: data, project: beside.sales_channel });
