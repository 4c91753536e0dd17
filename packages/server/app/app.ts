import type { FastifyInstance } from 'fastify';
import type { SignUpMode } from '#contract/permission.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SearchEngine } from '#engine/port.ts';
import type { accessCheck } from './access.ts';
import type { Cache } from '#server/cache/cache.ts';
import type { RowImporters } from '#server/rules/rows/row-import.ts';
import type { DiskRoom } from '#server/files/disk-room.ts';
import type { Database } from '#server/db/schema.ts';
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

export interface App {
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly engine: SearchEngine;
  readonly sessions: Sessions;
  readonly access: ReturnType<typeof accessCheck>;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly releases: Releases;
  readonly importers: RowImporters;
  readonly fileKinds: FileKinds;
  readonly lints: Lints;
  readonly mail: Mail;
  readonly sealing: Sealing;
  readonly translate: Translations;
  readonly limits: CallLimits;
  readonly processes: ProcessPlaces;
  readonly cache: Cache;
  readonly files: WatchedFiles;
  readonly disk: DiskRoom;
  readonly settings: Settings;
  readonly endpoints: Endpoint[];
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
