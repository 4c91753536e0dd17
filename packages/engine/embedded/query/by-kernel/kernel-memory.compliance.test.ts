import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { engineCompliance } from '#engine/testing/compliance.ts';
import { eagerCopy } from '#engine/testing/eager-copy.ts';

const kernelAtLeastItems = 0;
const flushItemCount = 400;

engineCompliance(
  'embedded, searched by a kernel while items change',
  (directory) => openEmbeddedEngine({ directory, kernelAtLeastItems, flushItemCount }),
  { duties: ['writing'] },
);
// Threads share the memory; how changes come to them is asked every night.
engineCompliance(
  'embedded, searched by the kernels of two threads and this one',
  (directory) => openEmbeddedEngine({ directory, kernelAtLeastItems, flushItemCount, searchThreads: 2, ownCopy: eagerCopy }),
  { randomQueries: 60, duties: ['basic'] },
);
