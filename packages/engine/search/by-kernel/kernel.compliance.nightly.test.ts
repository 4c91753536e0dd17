import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { engineCompliance } from '#engine/testing/compliance.ts';

engineCompliance(
  'embedded, searched by the kernels of two threads',
  (directory) => openEmbeddedEngine({ directory, kernelAtLeastItems: 0, flushItemCount: 60, searchThreads: 2 }),
  { randomQueries: 60 },
);
engineCompliance('embedded, searched by a kernel', (directory) =>
  openEmbeddedEngine({ directory, kernelAtLeastItems: 0, flushItemCount: 400 }),
);
