import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { EmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { type EngineSettings, openEngine } from '#engine/open-engine.ts';
import { withLearnedOrder } from '#features/search-settings/learned/server/learned-order.service.ts';
import { releasedSettings } from '#features/data/collections/server/released-settings.store.ts';
import { withResultSettings } from '#features/developer/result-settings/server/released-results.store.ts';
import { addressOf, type Config } from './config.ts';
import { answeringThreads, answerThread, canShareAPort } from '#apps/server/answering/answering-threads.ts';
import { takeForwarded } from '#apps/server/answering/forwarding.ts';
import { serveConsole } from '#apps/server/console-files.ts';
import {
  databaseName,
  mailsFolder,
  refuseLostFiles,
  searchFolder,
  secretKeyOf,
  serverIdOf,
} from '#apps/server/data-directory.ts';
import { serveDocs } from '#apps/server/docs/serve-docs.ts';
import { features, type Runs } from '#apps/server/features.ts';
import { serveClientFiles, servePluginFile } from '#apps/server/script-files.ts';
import { aisleVersion } from '#apps/server/version.ts';
import { accessCheck } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { openCache } from '#server/cache/cache.ts';
import type { RedisSettings } from '#server/cache/redis/redis-settings.ts';
import type { AnswerRow, SharedAnswers } from '#server/cache/answer-cache.ts';
import { lookEveryMilliseconds, watchDisk } from '#server/files/disk-room.ts';
import { type DatabaseKind, postgres, sqlite } from '#server/db/dialects.ts';
import { holdIndex, sharedIndex } from '#server/db/index-holder.ts';
import { installationOf } from '#server/db/server-settings.ts';
import { logDamagedRows } from '#server/db/json-column.ts';
import { firstCollection } from '#server/db/row-scope.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { eventHub } from '#server/base/events.ts';
import type { FilesSettings } from '#server/files/open-files.ts';
import { filesLookMilliseconds, filesTidyMilliseconds, watchFiles } from '#server/files/watch-files.ts';
import { httpServer } from '#server/http/http.ts';
import { waitingConnections } from '#server/http/sockets.ts';
import { jobQueue } from '#server/jobs/jobs.ts';
import { callLimits, newCallBuckets } from '#server/limits/call-limits.ts';
import { processPlaces } from '#server/limits/process-places.ts';
import { mailer } from '#server/mail/mail.ts';
import { releaseStore } from '#server/rules/releases/releases.ts';
import { sealingWith } from '#server/secrets/secrets.ts';
import { sessionStore } from '#server/secrets/sessions.ts';
import { readFileSync } from 'node:fs';
import { type Translations, translations } from '#server/base/translations.ts';

/** The console's translations, for mails and files. */
export const readTranslations = (): Translations =>
  translations((language) => {
    const file = new URL(import.meta.resolve(`#apps/console/locales/${language}.json`));
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  });

/** Not listening yet. */
export interface ComposedApp extends App {
  /** Resolves when another server has taken over the database; null: none can. */
  readonly displaced: Promise<void> | null;
  /** Resolves to the address; with port 0 the system chooses one. */
  listen(): Promise<string>;
  start(): Promise<void>;
  /** Drains calls and jobs, then closes everything. */
  stop(): Promise<void>;
}

function engineSettings({ openSearch, dataDirectory, indexMemoryBytes }: Config): EngineSettings {
  const directory = path.join(dataDirectory, searchFolder);
  if (openSearch === null) return { kind: 'embedded', directory, memoryBudgetBytes: indexMemoryBytes };
  return { kind: 'opensearch', ...openSearch };
}

/** The client is loaded only where Redis is configured. */
async function openSharedAnswers(settings: RedisSettings, db: Database, log: FastifyBaseLogger): Promise<SharedAnswers> {
  const { sharedAnswers } = await import('#server/cache/redis/shared-answers.ts');
  return sharedAnswers({ settings, installation: await installationOf(db), version: aisleVersion, log });
}

export async function composeApp(config: Config, runs: Runs): Promise<ComposedApp> {
  const http = await httpServer({ logLevel: config.logLevel, trustedProxies: config.trustedProxies });
  const log = http.log;
  const filesSettings: FilesSettings = config.files ?? { kind: 'folder', directory: config.dataDirectory };
  const files = await watchFiles(filesSettings, log);
  const kind = config.databaseUrl
    ? postgres(config.databaseUrl, (error) => log.warn({ err: error }, 'A database connection broke'))
    : sqlite(path.join(config.dataDirectory, databaseName));
  refuseLostFiles(config);
  const endLogging = logDamagedRows(log);
  const db = await openDatabase(kind);
  // A data folder is protected by its lock.
  if (files.isShared) await files.ownedBy(await installationOf(db));
  const sealing = sealingWith(config.secretKey ?? secretKeyOf(config.dataDirectory));
  // Last: it marks that database and key exist.
  const serverId = serverIdOf(config.dataDirectory);
  // SQLite is protected by the folder's lock.
  const heldIndex = config.databaseUrl === null ? null : await holdIndex(db, config.openSearch ? sharedIndex : serverId, log);
  const hasThreads = config.openSearch === null && config.searchThreads > 0 && canShareAPort();
  const threads = hasThreads ? answeringThreads(config.searchThreads) : null;
  const engine = await openEngine(engineSettings(config), {
    onProblem: (message) => log.error(message),
    ...(threads && { tellFollowers: (news) => threads.tell({ kind: 'generations', news }) }),
  });
  const sessions = sessionStore(db, { demandsSecondFactor: config.demandsSecondFactor });
  const endpoints: Endpoint[] = [];
  const ownCache = openCache({
    db,
    onRefreshError: (error) => log.warn({ err: error }, 'An answer could not be made again'),
    shared: config.redis === null ? null : await openSharedAnswers(config.redis, db, log),
    ...(threads && {
      threads: {
        purge: (tag) => threads.tell({ kind: 'purge', tag }),
        list: async (projectId) =>
          (await threads.tell({ kind: 'cachedAnswers', projectId })).flatMap((rows) => (rows ?? []) as AnswerRow[]),
      },
    }),
  });
  const { answers } = ownCache;
  const cache =
    threads === null ? ownCache : { ...ownCache, answers: { ...answers, figures: () => threads.allFigures(answers.figures()) } };
  const jobs = jobQueue({ db, log, serverId });
  const disk = watchDisk(config.dataDirectory, log);
  jobs.repeat('room on the disk', lookEveryMilliseconds, disk.look);
  jobs.repeat('where files are kept', filesLookMilliseconds, async () => void (await files.watch()));
  jobs.repeat('files that were cut off', filesTidyMilliseconds, files.tidy);
  let { port } = config;
  const listeningAt = (): string => `http://${addressOf(config.host)}:${port}`;
  const buckets = newCallBuckets();
  const limits = callLimits(config.callRates, config.openSearch ? 'openSearch' : 'embedded', buckets);
  const app: App = {
    http,
    db,
    engine,
    // Lazy: most servers have no endpoint.
    embeddings:
      config.embeddings && (await import('#server/embeddings/nearest-items.ts')).openEmbeddings(config.embeddings, db, log),
    sessions,
    endpoints,
    jobs,
    events: eventHub(),
    access: accessCheck(db, sessions),
    firstCollection: (project) => firstCollection(db, project),
    cache,
    limits: threads === null ? limits : { ...limits, searches: () => threads.allFigures(limits.searches()) },
    processes: processPlaces(db),
    translate: readTranslations(),
    files,
    disk,
    importers: new Map(),
    fileKinds: new Map(),
    lints: new Map(),
    releases: releaseStore({
      db,
      log,
      settings: withLearnedOrder(withResultSettings(releasedSettings)),
      ...(threads && { reachThreads: (project, number) => threads.tell({ kind: 'reach', project, number }) }),
    }),
    mail: mailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      directory: path.join(config.dataDirectory, mailsFolder),
      log,
    }),
    sealing,
    settings: {
      allowedPrivateFeeds: config.allowedPrivateFeeds,
      get publicUrl() {
        return config.publicUrl ?? listeningAt();
      },
      signUp: config.signUp,
      hasMailServer: config.smtpUrl !== null,
      managesUsers: config.managesUsers,
      demandsSecondFactor: config.demandsSecondFactor,
      provider: config.provider,
      takesPasswords: config.takesPasswords,
      rawDays: config.rawDays,
    },
  };
  // Lazy: most servers have no metrics.
  if (config.metricsToken !== null) (await import('./metrics.ts')).serveMetrics(app, config.metricsToken, config);
  const places = { engine: engineSettings(config), files: filesSettings };
  for (const serveFeature of features(runs, places)) serveFeature(app);
  serveHealth(app, kind);
  await serveDocs(app);
  servePluginFile(app);
  serveClientFiles(app);
  await serveConsole(app);
  return {
    ...app,
    displaced: heldIndex?.lost ?? null,
    start: jobs.start,
    async listen() {
      if (threads === null || !(engine instanceof EmbeddedEngine)) {
        await http.listen({ port, host: config.host, backlog: waitingConnections });
        ({ port } = http.server.address() as AddressInfo);
        return listeningAt();
      }
      takeForwarded(http.server);
      const { host, logLevel, trustedProxies, callRates, redis, databaseUrl, metricsToken } = config;
      port = await threads.listen(port, (socket) => http.listen({ path: socket }), {
        settings: {
          host,
          logLevel,
          trustedProxies,
          callRates,
          buckets,
          redis,
          database: databaseUrl === null ? { file: path.join(config.dataDirectory, databaseName) } : { url: databaseUrl },
          installation: await installationOf(db),
          hasMetrics: metricsToken !== null,
          hasEmbeddings: config.embeddings !== null,
        },
        owner: path.resolve(config.dataDirectory),
        onLost: (error) => log.error({ err: error }, 'A thread that answers shops was lost and begins again'),
        answer: answerThread(app, engine),
      });
      return listeningAt();
    },
    async stop() {
      // Threads first: they forward calls.
      const closed = (threads?.stop() ?? Promise.resolve()).then(() => http.close());
      await Promise.all([closed, jobs.stop()]);
      await cache.close();
      await engine.close();
      await heldIndex?.release();
      files.close();
      await db.destroy();
      kind.file?.noteClosed();
      endLogging();
    },
  };
}

/** `/healthz`: the process lives; `/readyz`: it can serve. */
function serveHealth(app: App, kind: DatabaseKind): void {
  app.http.get('/healthz', () => ({ status: 'ok' }));
  app.http.get('/readyz', async (_request, reply) => {
    try {
      await app.db.selectFrom('release').select('id').limit(1).execute();
      // Ready all the same: searches work without writes, files and Redis.
      const outdated = await app.engine.outdated().catch(() => []);
      const database = (await kind.isReadOnly(app.db)) ? 'readOnly' : 'there';
      return { status: 'ready', database, files: app.files.state(), redis: app.cache.shared(), rebuilding: outdated.length };
    } catch (error) {
      app.http.log.error({ err: error }, 'The database does not answer');
      return reply.status(503).send({ status: 'not ready' });
    }
  });
}
