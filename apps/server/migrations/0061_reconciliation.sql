-- Coins on a chain compared with the books: what is at the exchange's addresses, at one block, must be what the ledger and the rows of
-- deposits and withdrawals say. Less stops withdrawals; more is noted, and expected from then on.

-- What a payment cost in the chain's own coin, in its smallest unit, once a block contains it.
alter table chain_payment add column gas_paid numeric(78, 0) check (gas_paid >= 0),
  drop constraint a_mined_payment_is_known_whole,
  add constraint a_mined_payment_is_known_whole check (num_nulls(tx_hash, block, is_success, gas_paid) in (0, 4));
grant update (gas_paid) on chain_payment to custody;

-- The last comparison of each coin.
create table chain_balance (
  chain       text            not null references deposit_chain (chain),
  currency    text            not null,
  block       bigint          not null check (block >= 0),
  hot         numeric(38, 18) not null check (hot >= 0),      -- At the address that custody sends from
  cold        numeric(38, 18) not null check (cold >= 0),     -- At the operator's other addresses
  deposits    numeric(38, 18) not null check (deposits >= 0), -- At users' deposit addresses
  booked      numeric(38, 18) not null,                       -- Sent by users less sent to them, in the ledger
  arriving    numeric(38, 18) not null check (arriving >= 0), -- Deposits not credited yet
  leaving     numeric(38, 18) not null check (leaving >= 0),  -- Mined withdrawals not confirmed yet
  gas         numeric(38, 18) not null check (gas >= 0),      -- Fees of the chain that these addresses have paid
  unexplained numeric(38, 18) not null,                       -- The sum of chain_unexplained
  difference  numeric(38, 18) not null generated always as
    (hot + cold + deposits - (booked + arriving - leaving - gas + unexplained)) stored,
  compared_at timestamptz     not null default app_now(),
  primary key (chain, currency)
);

-- Coins that no deposit explains: the exchange's own, and what arrived in a way that custody does not see. A row is never changed.
create table chain_unexplained (
  id       bigint          primary key check (id > 0),
  chain    text            not null references deposit_chain (chain),
  currency text            not null,
  amount   numeric(38, 18) not null check (amount <> 0),
  block    bigint          not null,
  at       timestamptz     not null default app_now()
);
create index chain_unexplained_of_coin on chain_unexplained (chain, currency);
create trigger chain_unexplained_is_append_only before update or delete on chain_unexplained
  for each row execute function refuse_change();
create trigger chain_unexplained_is_never_emptied before truncate on chain_unexplained
  for each statement execute function refuse_change();

grant select on chain_balance, chain_unexplained to custody, admin, audit;
grant insert (chain, currency, block, hot, cold, deposits, booked, arriving, leaving, gas, unexplained),
      update (block, hot, cold, deposits, booked, arriving, leaving, gas, unexplained, compared_at) on chain_balance to custody;
grant insert (id, chain, currency, amount, block) on chain_unexplained to custody;

-- Sending goes on after a halt only when two people have read why it stopped.
insert into staff_change_kind (kind, maker_roles, checker_roles) values ('chain.resume', '{finance,security}', '{risk,security}');
create or replace function change_subject(change_kind text, body jsonb) returns text language sql immutable as $$
  select case
    when change_kind = 'setting.version' then 'setting:' || (body->>'key')
    when change_kind = 'staff.create' then 'staff:' || (body->>'email')
    when change_kind like 'staff.%' then 'staff:' || (body->>'staff_id')
    when change_kind like 'kyc.%' then 'case:' || (body->>'case_id')
    when change_kind like 'withdrawal.%' then 'withdrawal:' || (body->>'withdrawal_id')
    when change_kind like 'chain.%' then 'chain:' || (body->>'chain')
    when change_kind like 'user.%' then 'user:' || (body->>'user_id') end $$;
create function change_chain_resume(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare resumed text;
begin
  update chain_wallet w set halted = null
   where w.chain = change.payload::jsonb->>'chain' and w.halted = change.payload::jsonb->>'halted' returning w.chain into resumed;
  if resumed is null then raise exception 'sending is not halted for that reason' using errcode = 'ST008'; end if;
  return jsonb_build_object('chain', resumed);
end $$;
revoke execute on function change_chain_resume(staff_change) from public;
