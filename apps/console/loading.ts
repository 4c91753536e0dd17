import { type ComponentType, createElement } from 'react';
import { useLanguage } from '#ui/text/i18n.ts';

export type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/** A page whose code doesn't arrive for this long is given up. */
const chunkTimeoutMs = 120_000;

/** The code of a page did not arrive. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Loads the code of a page, with an end to the waiting. */
export function inTime<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('The code of this page did not arrive in time.')), chunkTimeoutMs);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The page renders again, with all that it holds, when another language is chosen. */
export async function loadPage(load: LoadPage): Promise<{ readonly default: ComponentType }> {
  const { default: Page } = await inTime(load);
  return {
    default: function InLanguage() {
      useLanguage();
      return createElement(Page);
    },
  };
}

/** Browsers word a module that can't be fetched differently, mostly after a new version replaced the old files. */
export const isLoadingFailure = (error: unknown): boolean =>
  error instanceof ChunkLoadError ||
  (error instanceof TypeError && /dynamically imported module|module script|importing a module/i.test(error.message));
