// Page tests use what journeys have, which is written for Node.
import type {} from 'vitest/node';
import type { OwnProject } from '#e2e/calls.ts';

/** What page tests know of the server that `page-server.setup.ts` starts for them. */
export interface PageServer {
  readonly url: string;
  readonly dataDirectory: string;
  /** Of the person who administers the server. No test changes it. */
  readonly sampleShop: OwnProject;
}

declare module 'vitest' {
  export interface ProvidedContext {
    pageServer: PageServer;
  }
}
