import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { changeLanguage, startI18n, t } from '#ui/text/i18n.ts';
import { ChunkLoadError, inTime, isLoadingFailure, loadPage } from './loading.ts';

afterEach(() => vi.useRealTimers());

it('a page whose code does not arrive is given up after two minutes', async () => {
  vi.useFakeTimers();
  const failure = inTime(() => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failure).toBeInstanceOf(ChunkLoadError);
});

it('a page whose code arrives late, but in time, is shown', async () => {
  vi.useFakeTimers();
  const loading = inTime(() => new Promise((resolve) => setTimeout(() => resolve('page'), 119_000)));
  await vi.advanceTimersByTimeAsync(119_000);
  expect(await loading).toBe('page');
});

it('code that is gone is a loading failure, an error in a page is not', () => {
  expect(isLoadingFailure(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(true);
  expect(isLoadingFailure(new TypeError('undefined is not a function'))).toBe(false);
});

const Label = () => <label htmlFor="term">{t('Add synonym')}</label>;

function Typing() {
  const [term, setTerm] = useState('');
  return (
    <>
      <Label />
      <input id="term" value={term} onChange={({ target }) => setTerm(target.value)} />
    </>
  );
}

it('another language is shown in all parts of a page, and what was typed stays', async () => {
  await startI18n(async (language) => (language === 'cs' ? { 'Add synonym': 'Přidat synonymum' } : {}));
  const { default: Page } = await loadPage(async () => ({ default: Typing }));
  render(<Page />);
  fireEvent.change(screen.getByLabelText('Add synonym'), { target: { value: 'sofa' } });
  await act(() => changeLanguage('cs'));
  expect(screen.getByLabelText<HTMLInputElement>('Přidat synonymum').value).toBe('sofa');
});
