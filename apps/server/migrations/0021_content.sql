-- What there is to read. An article is one thing with one place; its words are versions, one row per language and rewriting.
create table article (
  id           bigint      primary key check (id > 0),
  slug         text        not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category     int         not null check (category in (4, 5, 10, 18, 19, 31, 33)),  -- the specification's, section 7
  place        int         not null default 0,     -- in its category; of equals the newest comes first
  cover        text,                               -- address of a picture; empty: none
  is_pop       boolean     not null default false, -- the home page may open with it
  published_at timestamptz,                        -- empty: a draft; ahead: not yet
  hidden_at    timestamptz                         -- taken back; its words stay
);
create index article_in_a_list on article (category, place, published_at desc, id desc);

create table article_version (
  article_id bigint      not null references article (id),
  language   text        not null check (language in ('en', 'hk', 'jp', 'th', 'kor', 'spa', 'ida', 'vi', 'tur', 'zh')),
  version    int         not null check (version > 0),
  title      text        not null,
  summary    text        not null,
  body       text        not null,                 -- HTML of the allow-list in modules/content/clean-body.ts
  written_by text        not null,                 -- `files`, or who of the staff
  at         timestamptz not null default app_now(),
  primary key (article_id, language, version),
  constraint an_article_can_be_read_on_a_phone check (
    length(title) between 1 and 120 and length(summary) between 1 and 400 and length(body) between 1 and 50000)
);

-- Nobody rewrites what was said: a correction is the next version. The files' articles come by the owner's hand.
grant select on article, article_version to app, admin, audit;
