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
  api_key: ApiKeyTable;
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
  /** Language of mails; null: never signed in. */
  language: string | null;
  /** null: not chosen. */
  console_language: string | null;
  created_at: number;
  /** null: never confirmed. */
  email_proven_at: number | null;
  company_name: Generated<string>;
  job: Generated<string>;
  phone: Generated<string>;
  company_site: Generated<string>;
  /** Data URL of a small WebP. */
  photo: Generated<string | null>;
  /** By the person; the account is blocked, too. */
  deactivated_at: Generated<number | null>;
  /** Strictly increasing; 0: never. */
  managed_at: Generated<number>;
  managed_by: Generated<number | null>;
  /** All but the name was erased, which stays with their changes; the account is blocked, too. */
  erased_at: Generated<number | null>;
  /** 1 for the person who set up the server; unique, so only one wins. */
  is_first: 1 | null;
}

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

interface MutedMailTable extends Row {
  user_id: number;
  kind: string;
}

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
  /** null: none. */
  session_hash: string | null;
  created_at: number;
}

/** Hash of an address or browser. */
interface SignInPlaceTable extends Row {
  user_id: number;
  place_hash: string;
  last_used_at: number;
}

interface SecondFactorTable extends Row {
  user_id: number;
  /** TOTP key, encrypted. */
  sealed_key: string;
  begun_at: number;
  /** null: not confirmed by a code. */
  on_since: number | null;
  /** Of the newest used code, so no code works twice. */
  last_counter: number;
}

interface RecoveryCodeTable extends Row {
  user_id: number;
  code_hash: string;
}

/** A correct password that waits for a code. */
interface SignInTicketTable extends Row {
  user_id: number;
  token_hash: string;
  /** A changed password invalidates the ticket. */
  password_digest: string;
  created_at: number;
  expires_at: number;
}

interface ProviderSignInTable extends Row {
  token_hash: string;
  /** Encrypted state, nonce and PKCE verifier. */
  sealed_checks: string;
  created_at: number;
  expires_at: number;
}

interface ProviderPersonTable extends Row {
  user_id: number;
  issuer: string;
  /** The provider's permanent id. */
  subject: string;
  linked_at: number;
}

interface SessionTable extends Row {
  token_hash: string;
  user_id: number;
  created_at: number;
  last_seen_at: number;
  /** The provider asks for second factors itself. */
  is_by_provider: Generated<Flag>;
}

interface ApiTokenTable extends ProjectRow {
  token_hash: string;
  expires_at: number;
}

interface ApiKeyTable extends ProjectRow {
  name: string;
  secret_hash: string;
  /** First letters, to tell keys apart. */
  beginning: string;
  /** `KeyRight[]`. */
  rights: Json;
  /** `string[]`: hosts of pages. */
  origins: Json;
  created_at: number;
  /** null: never. */
  expires_at: number | null;
  last_used_at: number | null;
  old_secret_hash: string | null;
  /** Until when the secret before works; null: it doesn't. */
  old_secret_until: number | null;
}

interface ProjectTable extends Row {
  name: string;
  url: string;
  language: string;
  time_zone: string;
  data_source: string;
  token: string;
  secret_hash: string;
  /** Previous secret during its grace; null: expired. */
  old_secret_hash: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  created_at: number;
  /** `search_plugin` or `front_api`. */
  type: Generated<string>;
  /** Inactive projects serve no calls and import nothing. */
  is_active: Generated<Flag>;
  is_live: Generated<Flag>;
  /** Of its settings; null: never. */
  updated_at: Generated<number | null>;
  updated_by: Generated<number | null>;
  /** Restorable for a while. */
  deleted_at: number | null;
  deleted_by: Generated<number | null>;
  front_called_at: number | null;
  /** ISO 4217, of turnover; null until an item with one is bought. */
  currency: Generated<string | null>;
  /** null: statistics are of real visitors. */
  made_up_visitors_at: Generated<number | null>;
  /** null: the server's default. */
  visitor_calls_per_second: Generated<number | null>;
  project_calls_per_second: Generated<number | null>;
  /** Live release; 0: none. */
  release_number: Generated<number>;
  /** Last day, `YYYY-MM-DD` in its time zone, whose midnight release ran; null: none. */
  midnight_day: string | null;
}

interface MemberTable extends ProjectRow {
  user_id: number;
  is_owner: Flag;
  user_groups: Json;
  /** Still listed as a member. */
  is_blocked: Generated<Flag>;
  /** null: unknown. */
  blocked_by: Generated<number | null>;
  /** null: unknown. */
  joined_at: number | null;
  invited_by: number | null;
}

interface InvitationTable extends ProjectRow {
  email: string;
  user_groups: Json;
  invited_by: number;
  /** Of the last mailed link; null: none. */
  token_hash: string | null;
  mailed_at: number | null;
  created_at: number;
  expires_at: number;
}

interface WeeklyReportTable extends ProjectRow {
  user_id: number;
  /** Monday, `YYYY-MM-DD`, of the last report; before the first, of the week in which it was turned on. */
  last_monday: string;
}
