import type {} from 'vitest/node';
import type { OwnProject } from '#e2e/calls.ts';

export interface PageServer {
  readonly url: string;
  readonly dataDirectory: string;
  readonly sampleShop: OwnProject;
}

declare module 'vitest' {
  export interface ProvidedContext {
    pageServer: PageServer;
  }
}
