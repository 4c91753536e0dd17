import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi, describe } from 'vitest';
import { beginTab } from '#ui/state/tab.ts';
import { startSession, setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { PersonalDataPanel } from './personal-data.panel.tsx';
import { OwnPasswordPanel } from './profile.page.tsx';
import { readStored } from '#ui/state/stored.ts';
import { OwnProjectsPanel } from './own-projects.panel.tsx';

const person = {
  id: 1,
  name: 'Jana',
  surname: 'Nováková',
  email: 'jana@example.com',
  is_admin: false,
  is_owner: false,
  user_groups: [],
  company_name: '',
  job: '',
  phone: '',
  company_site: '',
  photo: null,
  new_email: 'eva@example.com' as string | null,
  version: '1',
};

/** A server that keeps the person. Answers what was sent to be saved. */
function serve(isMailSent = true) {
  let kept = person;
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const answer = (data: unknown) => Response.json({ err: 0, msg: '', data, errors: [] });
    if (url.endsWith('/api/user/email') && method === 'DELETE') kept = { ...kept, new_email: null, version: '2' };
    if (url.endsWith('/api/user/data') && method === 'PUT') {
      const sent = JSON.parse(body!) as Partial<typeof person>;
      saved.push(sent);
      kept = { ...kept, ...sent };
    }
    if (url.endsWith('/api/register/rules')) return answer({ sends_mail: isMailSent });
    return answer(/user\/(data|email)$/.test(url) ? kept : {});
  });
  return saved;
}

async function show() {
  startSession('session');
  beginTab('');
  await renderAt('/profile', () => <PersonalDataPanel />);
  await screen.findByLabelText('Company');
}

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

it('what is typed stays when the data is read again', async () => {
  const saved = serve();
  await show();
  write('Company', 'Lamps Ltd');
  fireEvent.click(screen.getByText('Cancel the change'));
  await waitFor(() => expect(screen.queryByText('Cancel the change')).toBeNull());
  expect(field('Company').value).toBe('Lamps Ltd');
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(saved).toMatchObject([{ company_name: 'Lamps Ltd', version: '2' }]));
});

it('a field that nobody has typed in shows what is kept by now', async () => {
  serve();
  await show();
  fireEvent.click(screen.getByText('Cancel the change'));
  await waitFor(() => expect(field('E-mail').value).toBe('jana@example.com'));
});

it.each([
  [true, 0],
  [false, 1],
])('where mails are sent is %s, the log is named as the place of the link %i times', async (isMailSent, times) => {
  serve(isMailSent);
  await show();
  await screen.findByText(/Until then you keep jana@example.com/);
  await waitFor(() => expect(screen.queryAllByText(/finds the link in the log/)).toHaveLength(times));
});

it('a file that only says that it is a picture is refused at once', async () => {
  serve();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('not decoded', 'InvalidStateError')));
  await show();
  const input = document.querySelector('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['<svg/>'], 'me.png', { type: 'image/png' })] } });
  expect(await screen.findByText('Choose a PNG or JPG picture.')).toBeTruthy();
  expect(screen.queryByText('Remove')).toBeNull();
});

describe('the own password', () => {
  const show = (provider: string | null) => {
    vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: { provider }, errors: [] }));
    return renderAt('/profile', () => <OwnPasswordPanel />);
  };

  it('says to a person of a provider how they get a password', async () => {
    await show('Keyring');
    expect(await screen.findByText(/only sign in with Keyring.*“Forgot password”/)).toBeTruthy();
  });
});

const project = (id: number, name: string) => ({
  id,
  name,
  url: '',
  token: `token ${name}`,
  is_owner: true,
  is_only_owner: false,
  user_groups: [],
});

it('an administrator who leaves the current project goes on in another one of theirs', async () => {
  let own = [project(1, 'Left'), project(2, 'Next')];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    if (method === 'POST' && url.endsWith('/api/user/leave')) own = own.slice(1);
    return Response.json({ err: 0, msg: '', data: method === 'GET' ? own : {}, errors: [] });
  });
  startSession('session');
  setSession({
    person: { id: 1, name: 'A', surname: 'B', email: 'a@example.com', is_admin: true, is_owner: true, user_groups: [] },
    project: { id: 1, name: 'Left', url: '', language: 'en', time_zone: 'Europe/Prague', token: 'token Left', owner: null },
  });
  await renderAt('/profile', () => <OwnProjectsPanel />);
  fireEvent.click((await screen.findAllByLabelText('Leave'))[0]!);
  fireEvent.click(await screen.findByText('Leave'));
  await waitFor(() => expect(readStored('projectToken', 'tab')).toBe('token Next'));
});
