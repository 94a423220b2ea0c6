-- Deposits from chains. The chain decides: a row here is what custody has seen of it, and every credit is checked against the chain
-- again. A user's number and a voucher are never a credit.

insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner) values
  -- A credit whose block left its chain is taken back: from its user, and what the user no longer has from the platform's capital.
  ('custody', 'deposit.reversal', 'real', 'wallet', 'pay', true),
  ('custody', 'deposit.reversal', 'real', 'capital', 'pay', true),
  ('custody', 'deposit.reversal', 'real', 'external', 'receive', true);
alter table external_payment drop constraint payments_are_recorded_by_the_role_that_makes_them,
  add constraint payments_are_recorded_by_the_role_that_makes_them check (
    recorded_by = case when kind in ('deposit', 'deposit.reversal', 'withdrawal') then 'custody'
                       when kind in ('capital.paid_in', 'capital.paid_out') then 'migrate' end);

-- A chain that custody follows. The hash of its extended public key never changes: another key would have other addresses.
create table deposit_chain (
  chain      text        primary key check (chain in ('BTC', 'ERC20', 'TRC20')),
  network_id bigint      not null,
  key_hash   bytea       not null check (octet_length(key_hash) = 32),
  explorer   text,                                     -- Address of a page about a transaction, before its hash
  head       bigint,                                   -- The last block that is stored
  checked_at timestamptz,                              -- The last time all nodes agreed
  halted     text,                                     -- Why nothing is credited until an operator clears it
  constraint a_halt_has_a_reason check (halted ~ '\S')
);
create table deposit_asset (
  chain    text not null references deposit_chain (chain),
  currency text not null,
  contract text,                                       -- Null: the chain's own coin
  places   int  not null check (places between 0 and 18),
  primary key (chain, currency),
  foreign key (currency, chain) references currency_chain (currency, chain)
);
-- The last blocks, to see when the chain's history changes.
create table deposit_block (
  chain  text   not null references deposit_chain (chain),
  number bigint not null check (number >= 0),
  hash   text   not null check (hash ~ '^0x[0-9a-f]{64}$'),
  primary key (chain, number)
);

-- Derived ahead by custody from the extended public key, at these positions; the API gives the next free one to a user and can
-- neither write nor change one. Custody derives an address again before it credits anything to it.
create table deposit_address (
  chain       text        not null references deposit_chain (chain),
  position    int         not null check (position >= 0),
  address     text        not null check (address ~ '^[0-9A-Za-z]{8,90}$'),
  user_id     bigint      references user_account (id),
  assigned_at timestamptz,
  primary key (chain, position),
  unique (chain, address),
  constraint an_assigned_address_has_its_time check ((user_id is null) = (assigned_at is null))
);
create unique index one_deposit_address_per_user_and_chain on deposit_address (chain, user_id) where user_id is not null;
create index free_deposit_address on deposit_address (chain, position) where user_id is null;

-- Returns the user's address on a chain, the next free one if there is none yet, or null while no address is free.
create function deposit_assign(the_user bigint, the_chain text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare found_address text;
begin
  if the_user is null or the_user <= 0 then raise exception 'no such user' using errcode = '22023'; end if;
  select address into found_address from deposit_address where chain = the_chain and user_id = the_user;
  if found then return found_address; end if;
  -- Two first calls at once: the second waits for the first.
  perform pg_advisory_xact_lock(hashtextextended('deposit_address:' || the_chain || ':' || the_user, 0));
  select address into found_address from deposit_address where chain = the_chain and user_id = the_user;
  if found then return found_address; end if;
  update deposit_address set user_id = the_user, assigned_at = app_now()
   where chain = the_chain and position = (
     select position from deposit_address where chain = the_chain and user_id is null order by position limit 1 for update skip locked)
  returning address into found_address;
  return found_address;
end $$;
revoke execute on function deposit_assign(bigint, text) from public;
grant execute on function deposit_assign(bigint, text) to app;

create function keep_deposit_address() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.user_id is not null
     or (old.chain, old.position, old.address) is distinct from (new.chain, new.position, new.address) then
    raise exception 'a deposit address stays what it is, and its user''s' using errcode = 'DP001';
  end if;
  return new;
end $$;
create trigger a_deposit_address_stays before update or delete on deposit_address for each row execute function keep_deposit_address();

-- One transfer to one address, named by its transaction and its place inside it (-1: the transaction's own value). The block is where
-- it stands now; after a reorganisation the same transaction may stand in another one.
create table deposit (
  id           bigint          primary key check (id > 0),
  user_id      bigint          not null references user_account (id),
  currency     text            not null,
  chain        text            not null,
  tx_hash      text            not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  ordinal      int             not null check (ordinal >= -1),
  address      text            not null,
  amount       numeric(38, 18) not null check (amount > 0),
  state        text            not null check (state in ('seen', 'credited', 'suspect', 'orphaned', 'reversed')),
  block        bigint          not null,
  block_hash   text            not null,
  seen_at      timestamptz     not null default app_now(),
  credit_after timestamptz,                            -- Waits until then: the user's own daily limit
  credited_at  timestamptz,
  worth        numeric(38, 18),                        -- In USDT when it was credited, for the daily limit
  credits      int             not null default 0,
  shortfall    numeric(38, 18) not null default 0,     -- What its user no longer had of it when it was taken back
  uncovered    numeric(38, 18) not null default 0,     -- What the platform's capital could not pay of that either
  unique (chain, tx_hash, ordinal),
  foreign key (chain, currency) references deposit_asset (chain, currency),
  foreign key (chain, address) references deposit_address (chain, address),
  constraint a_shortfall_is_a_part check (shortfall between 0 and amount and uncovered between 0 and shortfall)
);
create index deposit_of_its_user on deposit (user_id, id desc);
create index deposit_to_credit on deposit (chain, block, id) where state = 'seen';
create index deposit_by_block on deposit (chain, block);
create index deposit_credited_today on deposit (user_id, credited_at) where state = 'credited';

-- What a deposit is never changes, what became of it changes by these steps only, and a credit has its payment in the same
-- transaction, which the ledger's auditor compares with what was posted.
create function deposit_keeps_its_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a deposit is never deleted' using errcode = 'DP001'; end if;
  if tg_op = 'INSERT' then
    if new.state not in ('seen', 'suspect') or new.credits <> 0 then
      raise exception 'a deposit begins as seen' using errcode = 'DP001';
    end if;
    if not exists (select from deposit_address a where a.chain = new.chain and a.address = new.address and a.user_id = new.user_id) then
      raise exception 'the address is not this user''s' using errcode = 'DP001';
    end if;
    return new;
  end if;
  if (old.id, old.user_id, old.currency, old.chain, old.tx_hash, old.ordinal, old.address, old.amount, old.seen_at)
     is distinct from (new.id, new.user_id, new.currency, new.chain, new.tx_hash, new.ordinal, new.address, new.amount, new.seen_at) then
    raise exception 'a deposit stays what it is' using errcode = 'DP001';
  end if;
  if old.state <> new.state and (old.state || '>' || new.state) not in (
       'seen>credited', 'seen>orphaned', 'seen>suspect', 'credited>reversed', 'suspect>orphaned',
       'orphaned>seen', 'orphaned>suspect', 'reversed>seen', 'reversed>suspect') then
    raise exception 'a deposit that is % does not become %', old.state, new.state using errcode = 'DP001';
  end if;
  if new.credits <> old.credits + (new.state = 'credited' and old.state <> 'credited')::int then
    raise exception 'a credit counts once' using errcode = 'DP001';
  end if;
  if old.state <> new.state and (new.state = 'credited' or new.state = 'reversed' and new.uncovered < new.amount) and not exists (
       select from external_payment p
        where p.kind = case new.state when 'credited' then 'deposit' else 'deposit.reversal' end
          and p.ref = new.id || ':' || new.credits and p.currency = new.currency
          and p.amount = case new.state when 'credited' then new.amount else new.uncovered - new.amount end
          and p.xid = pg_current_xact_id()) then
    raise exception 'a deposit is % only with its payment', new.state using errcode = 'DP001';
  end if;
  return new;
end $$;
create trigger deposit_keeps_its_rules before insert or update or delete on deposit
  for each row execute function deposit_keeps_its_rules();
create trigger deposit_is_never_emptied before truncate on deposit for each statement execute function refuse_change();

-- What a person must look at. An open one of a user holds that user's withdrawals.
create table deposit_incident (
  id         bigint      primary key check (id > 0),
  chain      text        not null references deposit_chain (chain),
  deposit    bigint      references deposit (id),
  user_id    bigint      references user_account (id),
  kind       text        not null check (kind in ('reversed', 'suspect', 'too_deep')),
  detail     text        not null check (detail ~ '\S'),
  at         timestamptz not null default app_now(),
  closed_at  timestamptz,
  constraint an_incident_of_a_deposit_names_its_user check ((deposit is null) = (user_id is null))
);
create index open_deposit_incident on deposit_incident (user_id) where closed_at is null;

grant select on deposit_chain, deposit_asset, deposit to app, admin, worker, custody, audit;
grant select on deposit_incident to app, admin, worker, custody, audit;
grant select on deposit_block to custody, admin, audit;
grant select on deposit_address to custody, admin, audit;
grant select (chain, address, user_id, assigned_at) on deposit_address to worker;
grant insert (chain, network_id, key_hash, explorer), update (explorer, head, checked_at, halted) on deposit_chain to custody;
grant insert, delete, update (contract, places) on deposit_asset to custody;
grant insert, delete on deposit_block to custody;
grant insert (chain, position, address) on deposit_address to custody;
grant insert (id, user_id, currency, chain, tx_hash, ordinal, address, amount, state, block, block_hash),
      update (state, block, block_hash, credit_after, credited_at, worth, credits, shortfall, uncovered) on deposit to custody;
grant insert (id, chain, deposit, user_id, kind, detail) on deposit_incident to custody;
-- For the personal limit of deposits, and the value of a coin.
grant select on personal_limit, candle, candle_origin, candle_cursor to custody;
