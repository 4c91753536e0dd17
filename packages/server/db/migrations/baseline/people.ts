import type { ColumnTypes } from '#server/db/dialects.ts';

export const people = ({ id, ofProject }: ColumnTypes): string => `
create table "user" (
  ${id}, email text not null, name text not null, surname text not null, password_hash text not null,
  is_admin integer not null, is_blocked integer not null, created_at bigint not null, language text,
  email_proven_at bigint, is_first integer, console_language text, deactivated_at bigint,
  company_name text not null default '', job text not null default '', phone text not null default '',
  company_site text not null default '', photo text, managed_at bigint not null default 0, managed_by bigint,
  erased_at bigint,
  constraint user_email unique (email)
);
create unique index user_is_first on "user" (is_first);

create table session (
  ${id}, token_hash text not null,
  user_id bigint not null references "user" (id) on delete cascade,
  created_at bigint not null, last_seen_at bigint not null, is_by_provider integer not null default 0,
  constraint session_token unique (token_hash)
);
create index session_user_id on session (user_id);

create table project (
  ${id}, name text not null, url text not null, language text not null, time_zone text not null,
  data_source text not null, token text not null, secret_hash text not null, created_at bigint not null,
  deleted_at bigint, front_called_at bigint, release_number integer not null default 0, midnight_day text,
  type text not null default 'search_plugin', is_active integer not null default 1,
  is_live integer not null default 0, updated_at bigint, updated_by bigint, deleted_by bigint,
  visitor_calls_per_second bigint, project_calls_per_second bigint, made_up_visitors_at bigint, old_secret_hash text,
  old_secret_until bigint,
  constraint project_token unique (token)
);

create table api_token (
  ${id}, ${ofProject}, token_hash text not null, expires_at bigint not null,
  constraint api_token_token unique (token_hash)
);

create table member (
  ${id}, ${ofProject},
  user_id bigint not null references "user" (id) on delete cascade,
  is_owner integer not null, user_groups text not null, is_blocked integer not null default 0, joined_at bigint,
  invited_by bigint references "user" (id) on delete set null,
  constraint member_once unique (project_id, user_id)
);
create index member_user_id on member (user_id);

create table invitation (
  ${id}, ${ofProject}, email text not null, user_groups text not null,
  invited_by bigint not null references "user" (id) on delete cascade,
  created_at bigint not null, expires_at bigint not null, token_hash text, mailed_at bigint,
  constraint invitation_once unique (project_id, email)
);
create index invitation_email on invitation (email);
create unique index invitation_token on invitation (token_hash);

create table sign_up (
  ${id}, email text not null, name text not null, surname text not null, language text not null,
  password_hash text not null, token_hash text not null unique, created_at bigint not null,
  expires_at bigint not null
);

create table sign_in_place (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  place_hash text not null, last_used_at bigint not null,
  constraint sign_in_place_once unique (user_id, place_hash)
);

create table password_reset (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  token_hash text not null unique, created_at bigint not null, expires_at bigint not null
);
create index password_reset_user on password_reset (user_id);

create table account_activity (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null, browser text not null, address text not null, session_hash text, created_at bigint not null
);
create index account_activity_user on account_activity (user_id, id);

create table email_change (
  ${id},
  user_id bigint not null unique references "user" (id) on delete cascade,
  email text not null, token_hash text not null unique, created_at bigint not null, expires_at bigint not null
);

create table muted_mail (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null,
  constraint muted_mail_once unique (user_id, kind)
);

create table second_factor (
  ${id},
  user_id bigint not null unique references "user" (id) on delete cascade,
  sealed_key text not null, begun_at bigint not null, on_since bigint, last_counter bigint not null
);

create table recovery_code (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  code_hash text not null,
  constraint recovery_code_once unique (user_id, code_hash)
);

create table sign_in_ticket (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  token_hash text not null unique, password_digest text not null, created_at bigint not null,
  expires_at bigint not null
);

create table provider_sign_in (
  ${id}, token_hash text not null unique, sealed_checks text not null, created_at bigint not null,
  expires_at bigint not null
);

create table provider_person (
  ${id},
  user_id bigint not null references "user" (id) on delete cascade,
  issuer text not null, subject text not null, linked_at bigint not null,
  constraint provider_person_subject unique (issuer, subject),
  constraint provider_person_user unique (issuer, user_id)
);

create table weekly_report (
  ${id}, ${ofProject},
  user_id bigint not null references "user" (id) on delete cascade,
  last_monday text not null,
  constraint weekly_report_once unique (project_id, user_id)
);
create index weekly_report_user on weekly_report (user_id);
`;
