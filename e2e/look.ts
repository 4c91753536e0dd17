import { expect, type Locator, type Page } from '@playwright/test';
import czech from '#apps/console/locales/cs.json' with { type: 'json' };

export type Language = 'cs' | 'en';

/** Default: English, wide, light. */
export interface Look {
  readonly language?: Language;
  readonly isPhone?: boolean;
  readonly isDark?: boolean;
}

export const phone = { width: 360, height: 740 };

/** Before the first navigation. */
export async function lookAt(page: Page, { language = 'en', isPhone = false, isDark = false }: Look): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (isPhone) await page.setViewportSize(phone);
  if (isDark) await page.emulateMedia({ colorScheme: 'dark' });
}

type Sentence = keyof typeof czech;

/** Console texts in a language, with placeholders filled in. */
export function sentencesOf(language: Language) {
  return (sentence: Sentence, values: Readonly<Record<string, string>> = {}): string =>
    (language === 'en' ? sentence : czech[sentence]).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Nothing overflows to the right, and buttons show their whole text. */
export async function expectFits(page: Page, message = page.url()): Promise<void> {
  await expect.poll(() => overflowPixels(page), { message }).toBeLessThanOrEqual(0);
  await expect.poll(() => cutButtons(page), { message }).toEqual([]);
}

/** Texts of overflowing buttons. */
const cutButtons = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.mantine-Button-label')].filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`,
  );

/** The root element's edge: space for a scrollbar is reserved. */
const overflowPixels = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.offsetWidth');

/** Centre in whole pixels. */
export async function middleOf(part: Locator): Promise<number[]> {
  const { x, y, width, height } = (await part.boundingBox())!;
  return [x + width / 2, y + height / 2].map(Math.round);
}
