-- Notices by category (trade, money, security), and one per subject. Every notice so far was about security.
alter table notice
  add column category text not null default 'security' check (category in ('trade', 'money', 'security')),
  add column subject  bigint;   -- What it is about, such as an order or a transfer
create unique index notice_once_per_subject on notice (user_id, kind, subject) where subject is not null;
create index notice_of_category on notice (user_id, category, id desc);
drop index notice_unread;
create index notice_unread on notice (user_id, category) where read_at is null;
