import { act } from 'preact/test-utils';
import { render } from 'preact';
import { expect, it } from 'vitest';
import { RangeFacet } from './range-facet.tsx';
import type { Range } from './wanted.ts';
import type { Words } from '#plugin/words.ts';

const words = { say: (key: string) => key } as unknown as Words;

it('a number that is being typed stays while other results arrive, and is asked for once it is entered', async () => {
  const page = document.createElement('div');
  document.body.append(page);
  const asked: Range[] = [];
  const show = (max: number) =>
    act(() =>
      render(
        <RangeFacet bounds={{ min: 59, max }} range={{}} words={words} write={String} onChange={(range) => asked.push(range)} />,
        page,
      ),
    );
  await show(4_490);
  const most = page.querySelectorAll<HTMLInputElement>('input[type="number"]')[1]!;
  most.value = '700';
  await act(() => void most.dispatchEvent(new Event('input', { bubbles: true })));
  await show(3_990);
  expect(most.value).toBe('700');
  await act(() => void most.dispatchEvent(new Event('change', { bubbles: true })));
  expect(asked).toEqual([{ to: 700 }]);
});
