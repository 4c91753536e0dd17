import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Session, setSession, useSession } from './session.ts';

const session = (): Session => ({
  person: {
    id: 1,
    name: 'Jana',
    surname: 'Nováková',
    email: 'jana@example.com',
    is_admin: false,
    is_owner: false,
    user_groups: [],
  },
  project: null,
});

it('renders nothing again when a check brings the same session', () => {
  setSession(session());
  let count = 0;
  render(
    <Counted
      count={() => {
        count += 1;
      }}
    />,
  );
  const before = count;
  act(() => setSession(session()));
  expect(count).toBe(before);
  act(() => setSession({ ...session(), deletedBy: 'Olga' }));
  expect(count).toBeGreaterThan(before);
});

function Counted({ count }: { readonly count: () => void }) {
  useSession();
  count();
  return null;
}
