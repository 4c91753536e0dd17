import { engineCompliance } from '#engine/testing/compliance.ts';
import { openFollowedEngine } from '#engine/testing/followed-engine.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

engineCompliance('embedded, one segment, searched by a follower', (directory) => openFollowedEngine({ directory }), {
  duties: ['basic', 'reading', 'sessions'],
});
// What makes each of these rare is asked for alone every night.
engineCompliance(
  'embedded, small segments that a kernel searches, rewritten every few changes',
  (directory) => openEmbeddedEngine({ directory, kernelAtLeastItems: 0, flushItemCount: 60, rewriteAfterItems: 40 }),
  { duties: ['changing', 'building', 'sessions'] },
);
