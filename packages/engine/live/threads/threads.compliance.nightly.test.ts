import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';

engineCompliance(
  'embedded, one segment, searched by threads',
  (directory) => openEmbeddedEngine({ directory, searchThreads: 2 }),
  {
    duties: ['writing'],
  },
);
