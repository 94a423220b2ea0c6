-- What one US dollar is in other money, for showing values; nothing is bought or sold at these rates.
create table fiat_rate (
  currency_code text            primary key,
  rate          numeric(38, 18) not null,          -- units of this currency for one USD
  source        text            not null,
  at            timestamptz     not null default app_now(),
  constraint currency_is_a_code check (currency_code ~ '^[A-Z]{3}$'),
  constraint a_rate_is_above_zero check (rate > 0),
  constraint one_dollar_is_one_dollar check (currency_code <> 'USD' or rate = 1)
);
-- Starting values, so that a new installation shows something plausible; the feed replaces them and names its source.
insert into fiat_rate (currency_code, rate, source) values
  ('USD', 1, 'seed'), ('EUR', 0.92, 'seed'), ('GBP', 0.79, 'seed'), ('JPY', 150, 'seed'), ('KRW', 1380, 'seed'),
  ('THB', 35, 'seed'), ('TRY', 34, 'seed'), ('VND', 25300, 'seed'), ('IDR', 15800, 'seed'), ('HKD', 7.8, 'seed'),
  ('CNY', 7.2, 'seed'), ('TWD', 32.2, 'seed'), ('SGD', 1.34, 'seed'), ('AUD', 1.52, 'seed'), ('CAD', 1.38, 'seed'),
  ('CHF', 0.88, 'seed'), ('INR', 84, 'seed'), ('BRL', 5.6, 'seed'), ('MXN', 19.5, 'seed'), ('AED', 3.6725, 'seed'),
  ('ZAR', 18.1, 'seed'), ('PLN', 3.98, 'seed'), ('SEK', 10.6, 'seed'), ('NOK', 10.9, 'seed'), ('NZD', 1.66, 'seed');
grant select on fiat_rate to app, admin, engine, worker, feed, custody, audit;
grant insert, update on fiat_rate to feed;
