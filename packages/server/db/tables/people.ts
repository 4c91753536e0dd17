import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow, Row } from './row.ts';

export interface PeopleTables {
  user: UserTable;
  session: SessionTable;
  sign_up: SignUpTable;
  password_reset: PasswordResetTable;
  account_activity: AccountActivityTable;
  email_change: EmailChangeTable;
  muted_mail: MutedMailTable;
  sign_in_place: SignInPlaceTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  sign_in_ticket: SignInTicketTable;
  provider_sign_in: ProviderSignInTable;
  provider_person: ProviderPersonTable;
  api_token: ApiTokenTable;
  project: ProjectTable;
  member: MemberTable;
  invitation: InvitationTable;
  weekly_report: WeeklyReportTable;
}

interface UserTable extends Row {
  email: string;
  name: string;
  surname: string;
  password_hash: string;
  is_admin: Flag;
  is_blocked: Flag;
  /** Of their mails: as they chose, or last signed in; null for those who haven't since it is kept. */
  language: string | null;
  /** As they chose it; null while they haven't. */
  console_language: string | null;
  created_at: number;
  /** When a link that was mailed to the address was opened; null while nobody has. */
  email_proven_at: number | null;
  company_name: Generated<string>;
  job: Generated<string>;
  phone: Generated<string>;
  company_site: Generated<string>;
  /** A data address of a small WebP; null where there is none. */
  photo: Generated<string | null>;
  /** When the person gave the account up; such an account is blocked, too. */
  deactivated_at: Generated<number | null>;
  /** When an administrator last changed what the account may do, 0 before the first time; never the same after two changes. */
  managed_at: Generated<number>;
  managed_by: Generated<number | null>;
  /** When all but the name was erased; the name stays with what the person has changed. Such an account is blocked, too. */
  erased_at: Generated<number | null>;
  /** 1 for the person who set the server up. It is unique, so that of many at once only one becomes the first. */
  is_first: 1 | null;
}

/** Somebody who waits for the link that was mailed to them. */
interface SignUpTable extends Row {
  email: string;
  name: string;
  surname: string;
  language: string;
  password_hash: string;
  token_hash: string;
  created_at: number;
  expires_at: number;
}

interface PasswordResetTable extends Row {
  user_id: number;
  token_hash: string;
  created_at: number;
  expires_at: number;
}

/** A kind of message that somebody doesn't want mailed. */
interface MutedMailTable extends Row {
  user_id: number;
  kind: string;
}

/** An address that somebody changes to, until they open the link that was mailed to it. */
interface EmailChangeTable extends Row {
  user_id: number;
  email: string;
  token_hash: string;
  created_at: number;
  expires_at: number;
}

interface AccountActivityTable extends Row {
  user_id: number;
  kind: string;
  browser: string;
  /** Its beginning. */
  address: string;
  /** Of the session that did it; null where there was none. */
  session_hash: string | null;
  created_at: number;
}

/** An address, or a browser, from which somebody has signed in before; only its hash is kept. */
interface SignInPlaceTable extends Row {
  user_id: number;
  place_hash: string;
  last_used_at: number;
}

/** What somebody proves themselves with beside their password. */
interface SecondFactorTable extends Row {
  user_id: number;
  /** The key that the person's app makes codes of. */
  sealed_key: string;
  begun_at: number;
  /** null until a code has shown that the app has the key. */
  on_since: number | null;
  /** Of the newest code that was taken; neither it nor an older one is taken again. */
  last_counter: number;
}

/** Stands in for a code of the app, once. */
interface RecoveryCodeTable extends Row {
  user_id: number;
  code_hash: string;
}

/** A sign-in whose password was right, and which waits for a code. */
interface SignInTicketTable extends Row {
  user_id: number;
  token_hash: string;
  /** Of the stored password: with another one the ticket is over. */
  password_digest: string;
  created_at: number;
  expires_at: number;
}

/** A sign-in with the provider that is under way. */
interface ProviderSignInTable extends Row {
  token_hash: string;
  /** What it is ended by. */
  sealed_checks: string;
  created_at: number;
  expires_at: number;
}

/** Whose account somebody has who is known by a provider. */
interface ProviderPersonTable extends Row {
  user_id: number;
  issuer: string;
  /** Who they are there, for ever. */
  subject: string;
  linked_at: number;
}

interface SessionTable extends Row {
  token_hash: string;
  user_id: number;
  created_at: number;
  last_seen_at: number;
  /** It came of a sign-in with the provider, which asks for second factors itself. */
  is_by_provider: Generated<Flag>;
}

interface ApiTokenTable extends ProjectRow {
  token_hash: string;
  expires_at: number;
}

interface ProjectTable extends Row {
  name: string;
  url: string;
  language: string;
  time_zone: string;
  data_source: string;
  token: string;
  secret_hash: string;
  /** The one before, and until when it still works; null where it doesn't any more. */
  old_secret_hash: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  created_at: number;
  /** `search_plugin` or `front_api`: how its shop searches. */
  type: Generated<string>;
  /** One that is not answers no shop and imports nothing. */
  is_active: Generated<Flag>;
  is_live: Generated<Flag>;
  /** When its settings were changed last, and by whom; null as long as nobody has. */
  updated_at: Generated<number | null>;
  updated_by: Generated<number | null>;
  /** A deleted project can be restored for a while, and is then deleted for good. */
  deleted_at: number | null;
  deleted_by: Generated<number | null>;
  front_called_at: number | null;
  /** When the statistics of a sample shop were filled with visitors whom nobody was; null where they are of people. */
  made_up_visitors_at: Generated<number | null>;
  /** How many calls of one visitor, and of all of them, are answered; null for what the server says. */
  visitor_calls_per_second: Generated<number | null>;
  project_calls_per_second: Generated<number | null>;
  /** Of the live release; 0 before there is one. */
  release_number: Generated<number>;
  /** The last day, `YYYY-MM-DD` in its time zone, at whose midnight rules went live; null before the first one. */
  midnight_day: string | null;
}

interface MemberTable extends ProjectRow {
  user_id: number;
  is_owner: Flag;
  user_groups: Json;
  /** Doesn't get into the project, and is one of its users all the same. */
  is_blocked: Generated<Flag>;
  /** Null for those who joined before it was kept. */
  joined_at: number | null;
  invited_by: number | null;
}

interface InvitationTable extends ProjectRow {
  email: string;
  user_groups: Json;
  invited_by: number;
  /** Of the link that was mailed last; null until one is. */
  token_hash: string | null;
  mailed_at: number | null;
  created_at: number;
  expires_at: number;
}

/** Somebody who is mailed every Monday what visitors of a project searched for. */
interface WeeklyReportTable extends ProjectRow {
  user_id: number;
  /** The Monday, `YYYY-MM-DD`, whose report was sent last, or had nothing to say; the week in which it was turned on before the first one. */
  last_monday: string;
}
