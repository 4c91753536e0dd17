import type { Plugin } from 'vite';

/** A summary that is plain text: `summary: 'Adds a feed',`. Those that are put together are few and stay. */
const summary = /\bsummary:\s*'(?:[^'\\\n]|\\.)*',/g;

/** Summaries of endpoints are for the documentation of the server. The console has no use for them, and its first page is short of room. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.contract\.ts$/ },
    // Ends of lines stay, so that places in the code do, too.
    handler: (code) => ({
      code: code.replaceAll(summary, (text) => `summary: '',${'\n'.repeat(text.split('\n').length - 1)}`),
      map: null,
    }),
  },
});
