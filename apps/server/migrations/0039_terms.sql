-- Which terms a user accepted when the account was opened. Null: opened before the version was recorded.
alter table user_account add column terms_version int
  constraint a_version_of_the_terms_is_above_zero check (terms_version > 0);
grant insert (terms_version) on user_account to app;

-- 34 is ours: the text of the terms. The others are the specification's, section 7.
alter table article drop constraint article_category_check;
alter table article add constraint category_of_an_article_is_known check (category in (4, 5, 10, 18, 19, 31, 33, 34));
