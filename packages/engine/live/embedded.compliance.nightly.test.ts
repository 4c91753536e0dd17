import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

engineCompliance('embedded, many small segments merged', (directory) => openEmbeddedEngine({ directory, flushItemCount: 60 }));
// Between one segment and many.
engineCompliance('embedded, several segments', (directory) => openEmbeddedEngine({ directory, flushItemCount: 400 }));
engineCompliance('embedded, rewritten every few changes', (directory) =>
  openEmbeddedEngine({ directory, rewriteAfterItems: 40 }),
);
