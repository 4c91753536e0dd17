import type { ColumnTypes } from '#server/db/dialects.ts';

export const keys = ({ id, ofProject }: ColumnTypes): string => `
create table api_key (
  ${id}, ${ofProject}, name text not null, secret_hash text not null, beginning text not null,
  rights text not null, origins text not null, created_at bigint not null, expires_at bigint, last_used_at bigint,
  old_secret_hash text, old_secret_until bigint,
  constraint api_key_secret unique (secret_hash)
);
create index api_key_project_id on api_key (project_id);
create index api_key_old_secret on api_key (old_secret_hash);
`;
