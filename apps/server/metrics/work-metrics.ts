import { Counter, Gauge, type Registry } from 'prom-client';
import { importEnded } from '#features/data/imports/server/imports.events.ts';
import type { App } from '#server/app/app.ts';

const filesStates = ['there', 'away', 'refused'] as const;
const diskLevels = ['plenty', 'scarce', 'full'] as const;

/** Gauges are read on request. */
export function countWork(app: App, registry: Registry, info: Readonly<Record<'version' | 'database' | 'engine', string>>): void {
  const registers = [registry];
  new Gauge({ name: 'aisle_info', help: 'What runs; always 1.', labelNames: Object.keys(info), registers }).set(info, 1);
  const imports = new Counter({
    name: 'aisle_imports_total',
    help: 'Imports that this server has ended, by how.',
    labelNames: ['state'],
    registers,
  });
  app.events.on(importEnded, async ({ state }) => imports.inc({ state }));
  jobGauge(app, registry);

  const read = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  read('aisle_searches_running', 'Searches of shops that run now.', () => app.limits.searches().runningCount);
  read('aisle_searches_waiting', 'Searches of shops that wait for their turn.', () => app.limits.searches().waitingCount);
  read('aisle_cache_bytes', 'What cached answers take.', () => app.cache.answers.figures().bytes);
  read(
    'aisle_disk_level',
    'The room on the disk of the data folder: 0 is plenty, 1 lets no import begin, 2 lets nothing be saved.',
    () => diskLevels.indexOf(app.disk.level()),
  );
  read(
    'aisle_files_state',
    'Whether uploads and records of feeds can be kept and found: 0 is yes, 1 that nothing answers, 2 that it refuses.',
    () => filesStates.indexOf(app.files.state()),
  );
  if (app.cache.shared() !== 'off')
    read('aisle_redis_state', 'Whether answers are shared with other servers: 0 is yes, 1 that Redis does not answer.', () =>
      app.cache.shared() === 'there' ? 0 : 1,
    );
  new Gauge({
    name: 'aisle_outdated_indexes',
    help: 'Collections that answer no search until they are rebuilt, as another version of Aisle has indexed them.',
    registers,
    async collect() {
      const outdated = await app.engine.outdated().catch(() => null);
      if (outdated !== null) this.set(outdated.length);
    },
  });
  new Counter({
    name: 'aisle_cache_asks_total',
    help: 'Answers that were asked of the cache: found there, or made.',
    labelNames: ['result'],
    registers,
    collect() {
      const { askCount, makeCount } = app.cache.answers.figures();
      this.reset();
      this.inc({ result: 'found' }, Math.max(0, askCount - makeCount));
      this.inc({ result: 'made' }, makeCount);
    },
  });
}

function jobGauge({ db, http }: App, registry: Registry): void {
  new Gauge({
    name: 'aisle_jobs',
    help: 'Jobs of all servers of the database that wait or run.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const jobs = db.selectFrom('job').select(({ fn }) => ['kind', 'state', fn.countAll().as('count')]);
        for (const { kind, state, count } of await jobs.where('finished_at', 'is', null).groupBy(['kind', 'state']).execute())
          this.set({ kind, state }, Number(count));
      } catch (error) {
        // Other metrics are needed most while the database is away.
        http.log.warn({ err: error }, 'Jobs could not be counted');
      }
    },
  });
}
