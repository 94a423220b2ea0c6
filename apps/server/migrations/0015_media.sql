-- What was uploaded, after it was decoded and drawn anew. The bytes lie in the object store under the same id.
create table media_file (
  id           text        primary key,          -- 128 random bits: an address nobody guesses
  owner_id     bigint      not null,
  mode         text        not null check (mode in ('public', 'sealed')),
  content_type text        not null,
  byte_size    int         not null,
  width        int         not null,
  height       int         not null,
  sha256       bytea       not null,             -- of the picture, before sealing
  key_id       text,
  wrapped_key  bytea,                            -- the file's own key, sealed by the master key
  created_at   timestamptz not null default app_now(),
  removed_at   timestamptz,
  constraint sealed_files_have_a_key check ((mode = 'sealed') = (key_id is not null and wrapped_key is not null)),
  constraint media_id_is_random check (id ~ '^[0-9A-Za-z_-]{22}$')
);
create index media_file_of_owner on media_file (owner_id, created_at);

grant select, insert (id, owner_id, mode, content_type, byte_size, width, height, sha256, key_id, wrapped_key),
  update (key_id, wrapped_key, removed_at) on media_file to app;
grant select, update (key_id, wrapped_key) on media_file to worker;
