import { type Answer, call, callEnvelope, asCallError, noAnswerStatus } from '#ui/calls/api.ts';
import { forgetEarly } from '#ui/calls/batch.ts';
import { query } from '#ui/calls/queries.ts';
import { setCollections } from '#ui/collection/collection.ts';
import { toast } from '#ui/calls/toast.ts';
import { currentSession, endSession, setSession } from '#ui/state/session.ts';
import { formerProject, isAskedFor, isOpenInOtherTab, selectProject, tabProject } from '#ui/state/tab.ts';
import { followPerson, t } from '#ui/text/i18n.ts';
import { isConsoleLanguage } from '#contract/texts/languages.ts';
import { nameAmong } from '#ui/text/format.ts';
import { verify } from '#features/account/session.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { listProjects, type Project, readDefaultProject, readProject } from '#features/owner/projects/projects.contract.ts';
import { queryClient } from '#apps/console/query-client.ts';
import { keepVerifyProblems } from './addresses.ts';

type Verified = Answer<typeof verify>;

const switchedMs = 10_000;

export class SecondFactorOwed extends Error {}

export async function loadSession(wanted: number | null): Promise<void> {
  const verified = await verifySession();
  if (verified.data.owes_second_factor) throw new SecondFactorOwed();
  const selected = verified.beside.sales_channel;
  const isAsked = wanted !== null && isAskedFor(wanted);
  if (selected && (!isAsked || selected.id === wanted)) {
    const isSwitch = isAsked && selected.id !== tabProject()?.id;
    await keep(verified);
    return isSwitch ? void tellSwitch(selected) : undefined;
  }
  const project = isAsked ? await openProject(wanted) : await call(readDefaultProject, {});
  if (!project || 'deletedBy' in project) {
    await takeLanguage(verified.data.language);
    const places = { ...placesOf(verified.beside), isProjectRefused: isAsked };
    return setSession({ person: verified.data, project: null, ...places, ...project });
  }
  forgetEarly();
  selectProject(project);
  await keep(await verifySession());
  if (isAsked) void tellSwitch(project);
}

/** The first check must succeed, as the stored profile may be stale. Later failures keep the session. */
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

const placesOf = (beside: Verified['beside']) => ({
  ownsProjects: beside.owns_projects,
  mayAddProjects: beside.may_add_projects,
  blockedIn: beside.blocked_in,
});

async function keep({ data, beside }: Verified): Promise<void> {
  const { sales_channel: project } = beside;
  await takeLanguage(data.language);
  if (project) {
    selectProject(project);
    await loadCollections(project.id);
  }
  setSession({ person: data, project, ...placesOf(beside) });
}

async function takeLanguage(chosen: Verified['data']['language']): Promise<void> {
  if (isConsoleLanguage(chosen)) await followPerson(chosen);
}

/** Null if it isn't open to the person or is gone. */
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

async function tellSwitch(project: Pick<Project, 'id' | 'name' | 'url'>): Promise<void> {
  const former = formerProject();
  if (former === null || former.id === project.id || !(await isOpenInOtherTab(former.id))) return;
  const projects = await queryClient.ensureQueryData({ ...query(listProjects, {}), retry: false }).catch(() => []);
  const name = nameAmong(project, projects);
  toast({ text: t('This tab has switched to the project “{name}”.', { name }), durationMs: switchedMs });
}

/** Loaded before the first render, so that the screen isn't drawn twice. */
async function loadCollections(projectId: number): Promise<void> {
  if (currentSession()?.project?.id === projectId) return;
  const collections = await queryClient.ensureQueryData({ ...query(listCollections, {}), retry: false }).catch(() => undefined);
  if (collections) setCollections(projectId, collections);
}
