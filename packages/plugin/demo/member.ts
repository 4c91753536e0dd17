import { callAsMember, sessionToken } from './session.ts';

const { dataset } = document.documentElement;
const openedName = 'aisle-demo-opened';
/** A page that is still closed so soon after it was opened stays closed: this browser keeps no cookies. */
const patienceMilliseconds = 10_000;

/** Begins at once with what can be known without the server; answers what asks it. */
export function openMember(): () => Promise<void> {
  const hasSession = sessionToken() !== null;
  // The pass outlives the session by up to an hour, and offers nothing to who has signed out.
  if (!hasSession) {
    delete dataset['viewer'];
    return () => Promise.resolve();
  }
  const isClosed = 'gate' in dataset;
  // It did open. The pass may end at any time, as with each new preview link, and is asked for again then.
  if (!isClosed) sessionStorage.removeItem(openedName);
  if (dataset['viewer'] === 'developer' || dataset['viewer'] === 'member' || (isClosed && hasJustOpened()))
    return () => Promise.resolve();
  dataset['asking'] = '';
  return async () => {
    try {
      const { is_developer: isDeveloper } = await callAsMember<{ is_developer: boolean }>('POST', '/api/demo_shop/open');
      if (isClosed) {
        sessionStorage.setItem(openedName, String(Date.now()));
        return location.reload();
      }
      if (isDeveloper) dataset['viewer'] = 'developer';
    } catch {
      // Somebody else's project, or a session that is over: the page says by itself what there is to say.
    }
    delete dataset['asking'];
  };
}

function hasJustOpened(): boolean {
  return Date.now() - Number(sessionStorage.getItem(openedName) ?? 0) < patienceMilliseconds;
}
