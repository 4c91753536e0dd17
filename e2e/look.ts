import { expect, type Locator, type Page } from '@playwright/test';
import czech from '#apps/console/locales/cs.json' with { type: 'json' };

export type Language = 'cs' | 'en';

/** How a page is looked at; in English, wide and light where nothing is said. */
export interface Look {
  readonly language?: Language;
  readonly isPhone?: boolean;
  readonly isDark?: boolean;
}

export const phone = { width: 360, height: 740 };

/** Must come before the first navigation of the page. */
export async function lookAt(page: Page, { language = 'en', isPhone = false, isDark = false }: Look): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (isPhone) await page.setViewportSize(phone);
  if (isDark) await page.emulateMedia({ colorScheme: 'dark' });
}

type Sentence = keyof typeof czech;

/** The sentences of the console in a language, with values for the names in their braces. */
export function sentencesOf(language: Language) {
  return (sentence: Sentence, values: Readonly<Record<string, string>> = {}): string =>
    (language === 'en' ? sentence : czech[sentence]).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Nothing of the page is beyond its right edge once it is laid out, and buttons show all that they say. */
export async function expectFits(page: Page, message = page.url()): Promise<void> {
  await expect.poll(() => overflowPixels(page), { message }).toBeLessThanOrEqual(0);
  await expect.poll(() => cutButtons(page), { message }).toEqual([]);
}

/** The words of buttons that are wider than their button. */
const cutButtons = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.mantine-Button-label')].filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`,
  );

/** The right edge is that of the root element: room for a scrollbar is kept beside it. */
const overflowPixels = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.offsetWidth');

/** The middle of something in whole pixels. */
export async function middleOf(part: Locator): Promise<number[]> {
  const { x, y, width, height } = (await part.boundingBox())!;
  return [x + width / 2, y + height / 2].map(Math.round);
}
