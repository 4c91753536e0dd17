import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { Settled, skeletonAfterMs } from './states.tsx';

afterEach(() => vi.useRealTimers());

const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;

function Screen() {
  const first = useQuery({ queryKey: ['first'], queryFn: () => answers[0].promise });
  const second = useQuery({ queryKey: ['second'], queryFn: () => answers[1].promise, enabled: first.data !== undefined });
  return <p>{second.data ?? 'waits'}</p>;
}

const show = (isOver: boolean) =>
  renderAt('/', () => (
    <Settled isOver={() => isOver}>
      <Screen />
    </Settled>
  ));
const opacity = () => screen.getByRole('paragraph').parentElement!.style.opacity;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows a screen with the answer that the last of its calls leads to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(false);
  await wait(1);
  expect(opacity()).toBe('0');
  answers[0].resolve('one');
  await wait(1);
  expect(opacity()).toBe('0');
  answers[1].resolve('two');
  await wait(10);
  expect([screen.getByRole('paragraph').textContent, opacity()]).toEqual(['two', '']);
});

it('shows a screen without answers when skeletons are due, or were shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { unmount } = await show(false);
  await wait(skeletonAfterMs);
  expect(opacity()).toBe('');
  unmount();
  await show(true);
  expect(opacity()).toBe('');
});
