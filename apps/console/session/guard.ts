import { isRedirect, redirect } from '@tanstack/react-router';
import { asCallError, noAnswerStatus } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { screenRefusal } from '#ui/text/refusal.ts';
import { currentSession, isSignedIn } from '#ui/state/session.ts';
import { projectOf, projectParameter } from '#ui/state/tab.ts';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { t } from '#ui/text/i18n.ts';
import { errorAddress, type ErrorCause, loginAddress } from './addresses.ts';
import { loadSession, SecondFactorOwed } from './load-session.ts';
import { isOpenTo, type Screen } from '#apps/console/screens/screen.ts';

type Guarded = Pick<Screen, 'needs' | 'isOfAnyProject'> & Partial<Pick<Screen, 'title'>>;

interface Arrival {
  readonly location: { readonly href: string; readonly pathname: string; readonly searchStr: string };
  readonly cause: 'preload' | 'enter' | 'stay';
}

/** The address with the project was checked as the one without it. */
let checkedHref: string | null = null;

/** An address of another project reloads the page, so that no state remains. */
export async function guardScreen(screen: Guarded, { location, cause }: Arrival): Promise<void> {
  // `followSession` leaves the page of a session that ended, unless typed text would be lost.
  if (!isSignedIn() && currentSession() && !hasUnsaved()) return new Promise(() => {});
  if (!isSignedIn()) throw leaveTo(loginAddress(location.href));
  const wanted = projectOf(location.searchStr);
  const before = currentSession();
  if (before && wanted !== null && wanted !== before.project?.id) throw leaveTo(location.href);
  if (!before) await loadProfile(location.href, wanted);
  else if (cause === 'enter' && location.href !== checkedHref) void checkAgain(screen, location.href, wanted);
  checkedHref = null;
  const session = currentSession();
  if (!session || session.isProjectRefused) return;
  if (session.project && wanted !== session.project.id) {
    checkedHref = withProject(location, session.project.id);
    throw redirect({ href: checkedHref, replace: true });
  }
  if (isOpenTo(session, screen)) return;
  const { needs, title } = screen;
  if (cause !== 'preload' && title !== undefined)
    toast({ text: screenRefusal(t, t(title), needs, session.project), kind: 'failure' });
  throw redirect({ to: '/dashboard' });
}

export function withProject({ pathname, searchStr }: Pick<Arrival['location'], 'pathname' | 'searchStr'>, id: number): string {
  const query = new URLSearchParams(searchStr);
  query.set(projectParameter, String(id));
  return `${pathname}?${query}`;
}

async function loadProfile(href: string, wanted: number | null): Promise<void> {
  try {
    await loadSession(wanted);
  } catch (error) {
    if (error instanceof SecondFactorOwed) throw leaveTo(`/two-factor?${new URLSearchParams({ return: href })}`);
    if (!isSignedIn()) return new Promise(() => {});
    const { status } = asCallError(error);
    // After a short loss of connection the screen stays and shows its own errors.
    if (status === noAnswerStatus && currentSession()) return undefined;
    throw redirect({ href: errorAddress(causeOf(status), href), replace: true });
  }
}

/** A click doesn't wait for it: the server refuses calls of a person whose rights or session are gone. */
async function checkAgain(screen: Guarded, href: string, wanted: number | null): Promise<void> {
  try {
    await loadProfile(href, wanted);
  } catch (error) {
    if (isRedirect(error)) location.assign(error.options.href ?? href);
    return;
  }
  const session = currentSession();
  if (session && !session.isProjectRefused && !isOpenTo(session, screen)) location.reload();
}

function causeOf(status: number): ErrorCause {
  if (status === noAnswerStatus) return 'noConnection';
  if (status === 503) return 'serverStarting';
  return status === 403 ? 'notAllowed' : 'serverFailed';
}

const leaveTo = (href: string) => redirect({ href, reloadDocument: true });
