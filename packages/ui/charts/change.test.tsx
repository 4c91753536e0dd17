import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Change, type ChangeProps } from './change.tsx';

function shown(props: ChangeProps) {
  const { container } = render(
    <MantineProvider env="test">
      <Change {...props} />
    </MantineProvider>,
  );
  const change = container.querySelector('[data-kind]');
  return { text: change?.textContent, kind: change?.getAttribute('data-kind') };
}

it('more is good, and bad for what should be less', () => {
  expect(shown({ now: 108, before: 100 })).toEqual({ text: '+8%', kind: 'good' });
  expect(shown({ now: 97, before: 100 })).toEqual({ text: '-3%', kind: 'bad' });
  expect(shown({ now: 108, before: 100, isBadWhenMore: true })).toEqual({ text: '+8%', kind: 'bad' });
  expect(shown({ now: 97, before: 100, isBadWhenMore: true })).toEqual({ text: '-3%', kind: 'good' });
  expect(shown({ now: 1000, before: 1001 })).toEqual({ text: '0%', kind: 'neutral' });
});

it('what was not there before is new, unless there is too little of it to say anything', () => {
  expect(shown({ now: 20, before: 0 })).toEqual({ text: 'New', kind: 'neutral' });
  expect(shown({ now: 19, before: 0 })).toEqual({ text: '–too few to compare', kind: 'neutral' });
  expect(shown({ now: 19, before: 19 }).text).toBe('–too few to compare');
  expect(shown({ now: 0, before: 20 }).text).toBe('-100%');
});

it('a period without tracking is none with 0', () => {
  expect(shown({ now: 50, before: null }).text).toBe('–not tracked');
  expect(screen.getByTitle('not tracked')).toBeTruthy();
});
