import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { engineCompliance } from '#engine/testing/compliance.ts';

engineCompliance(
  'embedded, searched by a kernel',
  (directory) => openEmbeddedEngine({ directory, kernelAtLeastItems: 0, flushItemCount: 400 }),
  { randomQueries: 60, duties: ['basic', 'reading', 'sessions'] },
);
