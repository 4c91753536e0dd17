import type { FastifyInstance } from 'fastify';
import type { SignUpMode } from '#contract/permission.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SearchEngine, ShopEngine } from '#engine/port.ts';
import type { accessCheck } from './access.ts';
import type { Cache } from '#server/cache/cache.ts';
import type { RowImporters } from '#server/rules/rows/row-import.ts';
import type { DiskRoom } from '#server/files/disk-room.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { Embeddings } from '#server/embeddings/nearest-items.ts';
import type { Events } from '#server/base/events.ts';
import type { WatchedFiles } from '#server/files/watch-files.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { CallLimits } from '#server/limits/call-limits.ts';
import type { ProcessPlaces } from '#server/limits/process-places.ts';
import type { Lints } from '#server/rules/lints.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { FileKinds } from '#server/rules/files/file-kind.ts';
import type { ProviderSettings, Sealing } from '#server/secrets/secrets.ts';
import type { Releases } from '#server/rules/releases/releases.ts';
import type { Sessions } from '#server/secrets/sessions.ts';
import type { Translations } from '#server/base/translations.ts';

/** Needed to serve endpoints. */
export interface ServingApp {
  readonly http: FastifyInstance;
  readonly endpoints: Endpoint[];
  readonly access: ReturnType<typeof accessCheck>;
  /** Absent in answering threads, whose calls are for shops. */
  readonly firstCollection?: (project: ProjectScope) => Promise<number | null>;
  readonly limits: CallLimits;
  readonly disk: Pick<DiskRoom, 'level'>;
}

/** Needed by the front API, in the main thread and in answering threads. */
export interface ShopApp extends ServingApp {
  /** Read-only in answering threads. */
  readonly db: Database;
  readonly engine: ShopEngine;
  readonly releases: Pick<Releases, 'live'>;
  readonly cache: Pick<Cache, 'answers' | 'settings'> & { readonly calls: Pick<Cache['calls'], 'count'> };
  /** Listeners run in the main thread. */
  readonly events: Pick<Events, 'tell'>;
  /** In the main thread, also for answering threads; null without an endpoint. */
  readonly embeddings: Pick<Embeddings, 'nearest'> | null;
}

export interface App extends ShopApp {
  readonly engine: SearchEngine;
  readonly embeddings: Embeddings | null;
  readonly sessions: Sessions;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly releases: Releases;
  readonly importers: RowImporters;
  readonly fileKinds: FileKinds;
  readonly lints: Lints;
  readonly mail: Mail;
  readonly sealing: Sealing;
  readonly translate: Translations;
  readonly processes: ProcessPlaces;
  readonly cache: Cache;
  readonly files: WatchedFiles;
  readonly disk: DiskRoom;
  readonly settings: Settings;
}

export interface Settings {
  /** As `host` or `host:port`. */
  readonly allowedPrivateFeeds: readonly string[];
  /** Base of links in mails. */
  readonly publicUrl: string;
  /** null: administrators choose. */
  readonly signUp: SignUpMode | null;
  /** Otherwise mails are files in the data folder. */
  readonly hasMailServer: boolean;
  /** False where the identity provider manages people. */
  readonly managesUsers: boolean;
  readonly demandsSecondFactor: boolean;
  readonly provider: ProviderSettings | null;
  readonly takesPasswords: boolean;
  readonly rawDays: number;
}
