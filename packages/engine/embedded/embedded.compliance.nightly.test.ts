import { engineCompliance } from '#engine/testing/compliance.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

// Between one segment and many, both of which are asked on every change.
engineCompliance('embedded, several segments', (directory) => openEmbeddedEngine({ directory, flushItemCount: 400 }));
