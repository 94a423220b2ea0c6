-- Private pushes are numbered per user and book by the transaction that causes them, so a client sees what it missed.
create table push_sequence (
  user_id bigint not null,
  book    text   not null check (book in ('real', 'demo')),
  seq     bigint not null,
  primary key (user_id, book)
) with (fillfactor = 80);
grant select, insert, update on push_sequence to app, engine, worker, custody;
