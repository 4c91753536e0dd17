import { type ComponentType, createElement } from 'react';
import { useLanguage } from '#ui/text/i18n.ts';

export type LoadPage = () => Promise<{ readonly default: ComponentType }>;

const chunkTimeoutMs = 120_000;

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

export function inTime<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('The code of this page did not arrive in time.')), chunkTimeoutMs);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

export async function loadPage(load: LoadPage): Promise<{ readonly default: ComponentType }> {
  const { default: Page } = await inTime(load);
  return {
    default: function InLanguage() {
      useLanguage();
      return createElement(Page);
    },
  };
}

/** Browsers word a module that fails to load differently. */
export const isLoadingFailure = (error: unknown): boolean =>
  error instanceof ChunkLoadError ||
  (error instanceof TypeError && /dynamically imported module|module script|importing a module/i.test(error.message));
