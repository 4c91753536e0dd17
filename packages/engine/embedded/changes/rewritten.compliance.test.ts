import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';

engineCompliance(
  'embedded, rewritten every few changes',
  (directory) => openEmbeddedEngine({ directory, rewriteAfterItems: 40 }),
  { duties: ['basic', 'writing', 'sessions'], randomQueries: 60 },
);
