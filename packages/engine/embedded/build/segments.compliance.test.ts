import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';

engineCompliance('embedded, many small segments merged', (directory) => openEmbeddedEngine({ directory, flushItemCount: 60 }), {
  duties: ['basic', 'writing', 'sessions'],
  randomQueries: 60,
});
