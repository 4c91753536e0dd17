import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

// On every change these are asked what depends on how they are written.
engineCompliance('embedded, many small segments merged', (directory) => openEmbeddedEngine({ directory, flushItemCount: 60 }));
// Between one segment and many.
engineCompliance('embedded, several segments', (directory) => openEmbeddedEngine({ directory, flushItemCount: 400 }));
