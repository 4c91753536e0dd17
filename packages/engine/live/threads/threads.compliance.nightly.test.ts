import { engineCompliance } from '#engine/testing/compliance.ts';
import { eagerCopy } from '#engine/testing/eager-copy.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';

engineCompliance(
  'embedded, one segment, searched by threads and this one',
  (directory) => openEmbeddedEngine({ directory, searchThreads: 2, ownCopy: eagerCopy }),
  {
    duties: ['writing'],
  },
);
