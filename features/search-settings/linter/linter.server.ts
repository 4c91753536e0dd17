import type { Finding } from '#contract/findings.ts';
import { readBadges, readFindings } from './linter.contract.ts';
import type { App } from '#server/app/app.ts';
import { findings } from './run-lints.ts';
import { serve } from '#server/app/serve.ts';

export function serveLinter(app: App): void {
  serve(app, readFindings, async ({ source }, { project }) => {
    const all = await findings(app, project);
    return all.filter((one) => source === undefined || one.source === source);
  });

  serve(app, readBadges, async (_input, { project }) => {
    const waiting = await app.releases.waiting(project);
    const found = new Set((await findings(app, project)).filter(isFault).map(({ source, id }) => `${source} ${id}`));
    const countsOf = (goesLive: string) =>
      counted(waiting.filter((row) => row.goesLive === goesLive).map(({ source }) => source));
    return {
      waiting: countsOf('atMidnight'),
      drafts: countsOf('onPublish'),
      findings: counted([...found].map((key) => key.slice(0, key.indexOf(' ')))),
    };
  });
}

/** A rule that acts on most of its queries needs nobody's work. */
const isFault = ({ kind }: Finding): boolean => kind !== 'partlyTaken';

const counted = (sources: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(sources, (source) => source)].map(([source, all]) => [source, all.length]));
