import type { Page } from '@playwright/test';
import { sampleShopItems } from '#sample-shop/catalogue.ts';

const departments = /^(Kitchen|Garden)/;

/** Items of the sample shop whose pictures the server has. */
export const demoItems = (server: string): string =>
  [...sampleShopItems('en')]
    .filter(({ fields }) => departments.test(String(fields['category'])))
    .map(({ id, fields }) => JSON.stringify({ id, ...fields, image: `${server}${String(fields['image'])}` }))
    .join('\n');

export const panel = (page: Page) => page.locator('[data-aisle="panel"] .panel');
export const tiles = (page: Page) => page.locator('.results .grid a.result');
