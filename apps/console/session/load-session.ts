import { type Answer, call, callEnvelope } from '#ui/calls/api.ts';
import { asCallError, noAnswerStatus } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { setCollections } from '#ui/collection/collection.ts';
import { toast } from '#ui/calls/toast.ts';
import { currentSession, endSession, setSession } from '#ui/state/session.ts';
import { formerProject, isAskedFor, selectProject } from '#ui/state/tab.ts';
import { followPerson, t } from '#ui/text/i18n.ts';
import { isLanguage } from '#ui/text/language.ts';
import { nameAmong } from '#ui/text/namesakes.ts';
import { verify } from '#features/account/account.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { listProjects, type Project, readDefaultProject, readProject } from '#features/owner/projects/projects.contract.ts';
import { queryClient } from '#apps/console/query-client.ts';
import { keepVerifyProblems } from './verify-problems.ts';

type Verified = Answer<typeof verify>;

/** Long enough to be read by somebody who followed a link and looks at what it leads to first. */
const switchedMs = 10_000;

/** Nothing but setting it up is open to the person. */
export class SecondFactorOwed extends Error {}

/** Where the address names no project, people who have some but selected none get their default one. */
export async function loadSession(wanted: number | null): Promise<void> {
  const verified = await verifySession();
  if (verified.data.owes_second_factor) throw new SecondFactorOwed();
  const selected = verified.beside.sales_channel;
  if (selected && (wanted === null || selected.id === wanted)) return keep(verified);
  const isAsked = wanted !== null && isAskedFor(wanted);
  const project = isAsked ? await openProject(wanted) : await call(readDefaultProject, {});
  if (!project || 'deletedBy' in project) {
    await takeLanguage(verified.data.language);
    const { owns_projects: ownsProjects } = verified.beside;
    return setSession({ person: verified.data, project: null, ownsProjects, isProjectRefused: isAsked, ...project });
  }
  selectProject(project);
  await keep(await verifySession());
  if (isAsked) void tellSwitch(project);
}

/** If the server does not answer the first check, the session ends, because the stored profile may be out of date. Later checks keep it. */
async function verifySession(): Promise<Verified> {
  try {
    const verified = await callEnvelope(verify, {});
    keepVerifyProblems([]);
    return verified;
  } catch (error) {
    const { status, problems } = asCallError(error);
    if (status !== noAnswerStatus) keepVerifyProblems(problems);
    else if (!currentSession()) endSession('unreachable');
    throw error;
  }
}

async function keep({ data, beside: { sales_channel: project, owns_projects: ownsProjects } }: Verified): Promise<void> {
  await takeLanguage(data.language);
  if (project) {
    selectProject(project);
    await loadCollections(project.id);
  }
  setSession({ person: data, project, ownsProjects });
}

/** Until somebody chooses a language as a person, they see that of the browser, as guests do. */
async function takeLanguage(chosen: Verified['data']['language']): Promise<void> {
  if (isLanguage(chosen)) await followPerson(chosen);
}

/** Null when the person may not open it, or when it is gone; the name of who deleted it where they worked in it. */
async function openProject(id: number): Promise<Project | { readonly deletedBy: string } | null> {
  try {
    return await call(readProject, { id });
  } catch (error) {
    const { code, parameters } = asCallError(error);
    if (code === 'notFound') return null;
    if (code === 'projectDeleted') return { deletedBy: String(parameters['person']) };
    throw error;
  }
}

/** A link has led into another project than the one that was here before. */
async function tellSwitch(project: Project): Promise<void> {
  const former = formerProject();
  if (former === null || former.id === project.id) return;
  const projects = await queryClient.ensureQueryData({ ...query(listProjects, {}), retry: false }).catch(() => []);
  const name = nameAmong(project, projects);
  toast({ text: t('This tab has switched to the project “{name}”.', { name }), durationMs: switchedMs });
}

/** Known before the first screen is drawn, so that it need not be drawn twice. A failure shows when the shell asks again. */
async function loadCollections(projectId: number): Promise<void> {
  if (currentSession()?.project?.id === projectId) return;
  const collections = await queryClient.ensureQueryData({ ...query(listCollections, {}), retry: false }).catch(() => undefined);
  if (collections) setCollections(projectId, collections);
}
