-- The language a user chose for their mails; empty until they choose, and then the language of the call is used.
alter table user_account add column lang text
  constraint language_is_one_of_the_products
  check (lang in ('en', 'hk', 'jp', 'th', 'kor', 'spa', 'ida', 'vi', 'tur', 'zh'));
grant update (lang) on user_account to app;
