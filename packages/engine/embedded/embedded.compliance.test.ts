import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

engineCompliance('embedded, one segment, searched by threads', (directory) =>
  openEmbeddedEngine({ directory, searchThreads: 2 }),
);
engineCompliance('embedded, many small segments merged', (directory) => openEmbeddedEngine({ directory, flushItemCount: 60 }), {
  duties: 'ofWriting',
  randomQueries: 60,
});
engineCompliance(
  'embedded, rewritten every few changes',
  (directory) => openEmbeddedEngine({ directory, rewriteAfterItems: 40 }),
  {
    duties: 'ofWriting',
    randomQueries: 60,
  },
);
