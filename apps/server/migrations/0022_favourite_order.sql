-- One's own list has the order its owner gives it; a new market comes last.
alter table favourite add column place int not null default 0 check (place >= 0);
grant update (place) on favourite to app;
