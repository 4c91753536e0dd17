import type { FastifyInstance } from 'fastify';
import type { SignUpMode } from '#contract/permission.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SearchEngine } from '#engine/port.ts';
import type { accessCheck } from './access.ts';
import type { Cache } from './cache/cache.ts';
import type { RowImporters } from './rules/rows/row-import.ts';
import type { DiskRoom } from './files/disk-room.ts';
import type { Database } from './db/schema.ts';
import type { Events } from './events.ts';
import type { WatchedFiles } from './files/watch-files.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { CallLimits } from './limits/call-limits.ts';
import type { ProcessPlaces } from './limits/process-places.ts';
import type { Lints } from './rules/lints.ts';
import type { Mail } from './mail/mail.ts';
import type { FileKinds } from './rules/files/file-kind.ts';
import type { ProviderSettings, Sealing } from './secrets/secrets.ts';
import type { Releases } from './rules/releases/releases.ts';
import type { Sessions } from './secrets/sessions.ts';
import type { Translations } from './translations.ts';

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
  /** What whichever server does the work has to find. */
  readonly files: WatchedFiles;
  readonly disk: DiskRoom;
  readonly settings: Settings;
  readonly endpoints: Endpoint[];
}

export interface Settings {
  /** `host` or `host:port` of private addresses that feeds may come from. */
  readonly allowedPrivateFeeds: readonly string[];
  /** The address people open, for links in mails. */
  readonly publicUrl: string;
  /** As the environment says; null where administrators decide it. */
  readonly signUp: SignUpMode | null;
  /** Without one, mails are files in the data folder. */
  readonly hasMailServer: boolean;
  /** Whether people are invited, blocked and removed here, rather than where they come from. */
  readonly managesUsers: boolean;
  /** Whether everybody who signs in with a password needs a second factor, whatever administrators decide. */
  readonly demandsSecondFactor: boolean;
  /** Whom people may sign in with besides; null where there is nobody. */
  readonly provider: ProviderSettings | null;
  /** Whether people may sign in and up with passwords. */
  readonly takesPasswords: boolean;
  readonly rawDays: number;
}
