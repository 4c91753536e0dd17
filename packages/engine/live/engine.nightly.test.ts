import { type ComplianceOptions, engineCompliance } from '#engine/testing/compliance.ts';
import { queriesAreHarmless } from '#engine/testing/query-fuzz.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from './embedded-engine.ts';

const compliance = (name: string, options: Partial<EmbeddedEngineOptions>, duties: ComplianceOptions = {}): void =>
  engineCompliance(name, (directory) => openEmbeddedEngine({ directory, ...options }), duties);

compliance('many small segments merged', { flushItemCount: 60 });
compliance('several segments', { flushItemCount: 400 });
compliance('rewritten every few changes', { rewriteAfterItems: 40 });
compliance('one segment, searched by threads', { searchThreads: 2 }, { duties: ['writing'] });
compliance('searched by a kernel', { kernelAtLeastItems: 0, flushItemCount: 400 });
compliance(
  'searched by the kernels of two threads',
  { kernelAtLeastItems: 0, flushItemCount: 60, searchThreads: 2 },
  { randomQueries: 60 },
);

queriesAreHarmless(200_000);
