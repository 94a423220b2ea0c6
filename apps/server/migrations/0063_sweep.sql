-- Moving what users deposited from their deposit addresses to the address that custody sends from. No money moves in the ledger: the coins
-- are the exchange's before and after. What it costs is paid by the gas account alone; a deposit address never pays for gas.

create index deposit_by_credit on deposit (chain, credited_at) where credited_at is not null;
create index deposit_not_settled on deposit (chain, address) where state in ('seen', 'suspect');

-- The gas account. `halted`: why nothing is swept until an operator clears it. Deposits and withdrawals go on.
create table chain_sweeper (
  chain         text        primary key references deposit_chain (chain),
  address       text        not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  first_nonce   bigint      not null check (first_nonce >= 0),  -- Earlier nonces are none of ours
  credited_until timestamptz not null default '-infinity',      -- Addresses of deposits credited until then are or were due
  halted        text        constraint a_halt_has_a_reason check (halted ~ '\S')
);
-- Addresses whose balance has to be looked at. What the rows of deposits add up to decides nothing.
create table chain_sweep_due (
  chain    text not null references chain_sweeper (chain),
  address  text not null,
  tries    int  not null default 0 check (tries >= 0),          -- Sweeps that moved nothing
  primary key (chain, address),
  foreign key (chain, address) references deposit_address (chain, address)
);

-- What the gas account sends: one nonce for one purpose, for ever. It is reserved before anything is signed.
create table chain_sweep (
  chain       text           not null references chain_sweeper (chain),
  nonce       bigint         not null check (nonce >= 0),
  kind        text           not null check (kind in ('deploy', 'sweep', 'clear')), -- clear ends what sweep let the addresses delegate
  payer       text           not null,                          -- Whose ether `gas_cost` is
  contract    text           not null,                          -- The sweeper
  destination text           not null,
  code_hash   text           not null check (code_hash ~ '^0x[0-9a-f]{64}$'),
  state       text           not null default 'reserved' check (state in ('reserved', 'signed', 'mined', 'confirmed', 'failed')),
  reserved_at timestamptz    not null default app_now(),
  tx_hash     text,                                             -- The attempt that a block contains
  block       bigint,
  is_success  boolean,
  gas_cost    numeric(78, 0) check (gas_cost >= 0),             -- In wei, as the block says, whether it succeeded or not
  primary key (chain, nonce),
  constraint a_mined_sweep_is_known_whole check (num_nulls(tx_hash, block, is_success, gas_cost) = case when state in ('reserved', 'signed') then 4 else 0 end)
);
create index chain_sweep_open on chain_sweep (chain, nonce) where state in ('reserved', 'signed', 'mined');
create index chain_sweep_deploy on chain_sweep (chain, code_hash) where kind = 'deploy';
create index chain_sweep_to_clear on chain_sweep (chain, nonce) where kind = 'clear' and state = 'failed';
-- The addresses of a sweep, and the nonce of each with which it delegates.
create table chain_sweep_address (
  chain           text   not null,
  nonce           bigint not null,
  address         text   not null,
  position        int    not null,
  delegation_nonce bigint not null check (delegation_nonce >= 0),
  tries           int    not null default 0,
  primary key (chain, nonce, address),
  foreign key (chain, nonce) references chain_sweep (chain, nonce),
  foreign key (chain, address) references deposit_address (chain, address)
);
create index chain_sweep_address_by_address on chain_sweep_address (chain, address, nonce);
-- What an address had when its sweep was reserved, and what the sweep moved: more, where more had come by then.
create table chain_sweep_coin (
  chain    text           not null,
  nonce    bigint         not null,
  address  text           not null,
  currency text           not null,
  units    numeric(78, 0) not null check (units > 0),
  moved    numeric(78, 0) check (moved >= 0),
  primary key (chain, nonce, address, currency),
  foreign key (chain, nonce, address) references chain_sweep_address (chain, nonce, address),
  foreign key (chain, currency) references deposit_asset (chain, currency)
);
-- Signed transactions of a sweep: a replacement has the same nonce and pays more. Any of them may be on the chain.
create table chain_sweep_attempt (
  tx_hash   text           primary key check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  chain     text           not null,
  nonce     bigint         not null,
  raw       text           not null check (raw ~ '^0x[0-9a-f]+$'),
  fee_max   numeric(78, 0) not null check (fee_max > 0),        -- For a unit of gas, in wei
  tip       numeric(78, 0) not null check (tip >= 0),
  signed_at timestamptz    not null default app_now(),
  sent_at   timestamptz,                                        -- When a node was last given it, whatever it answered
  foreign key (chain, nonce) references chain_sweep (chain, nonce)
);
create index chain_sweep_attempt_of_sweep on chain_sweep_attempt (chain, nonce);

-- What is swept never changes. After a reorganisation another block, or none, may contain it.
create function chain_sweep_stays() returns trigger language plpgsql as $$
declare step text := case when tg_op = 'UPDATE' then old.state || '>' || new.state end;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'reserved' then raise exception 'a sweep begins as reserved' using errcode = 'SW001'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or (old.chain, old.nonce, old.kind, old.payer, old.contract, old.destination, old.code_hash, old.reserved_at)
     is distinct from (new.chain, new.nonce, new.kind, new.payer, new.contract, new.destination, new.code_hash, new.reserved_at) then
    raise exception 'a sweep stays what it is' using errcode = 'SW001';
  end if;
  if step not in ('reserved>signed', 'signed>mined', 'mined>mined', 'mined>signed', 'mined>confirmed', 'mined>failed') then
    raise exception 'a sweep that is % does not become %', old.state, new.state using errcode = 'SW001';
  end if;
  if step in ('mined>confirmed', 'mined>failed') and (old.tx_hash, old.block, old.is_success, old.gas_cost)
     is distinct from (new.tx_hash, new.block, new.is_success, new.gas_cost) then
    raise exception 'a sweep ends as it was mined' using errcode = 'SW001';
  end if;
  if not exists (select from chain_sweep_attempt a where a.chain = new.chain and a.nonce = new.nonce
       and (new.tx_hash is null or a.tx_hash = new.tx_hash)) then
    raise exception 'a sweep is signed and mined as one of its attempts' using errcode = 'SW001';
  end if;
  return new;
end $$;
create trigger chain_sweep_stays before insert or update or delete on chain_sweep for each row execute function chain_sweep_stays();
create trigger chain_sweep_is_never_emptied before truncate on chain_sweep for each statement execute function refuse_change();

-- Addresses and coins are written with their sweep, before anything is signed.
create function chain_sweep_part_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'what is swept stays what it is' using errcode = 'SW001'; end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - 'moved' <> to_jsonb(new) - 'moved' then
      raise exception 'what is swept stays what it is' using errcode = 'SW001';
    end if;
    return new;
  end if;
  if exists (select from chain_sweep s where s.chain = new.chain and s.nonce = new.nonce and s.state <> 'reserved') then
    raise exception 'nothing is added to what was signed' using errcode = 'SW001';
  end if;
  return new;
end $$;
create trigger chain_sweep_address_stays before insert or update or delete on chain_sweep_address
  for each row execute function chain_sweep_part_stays();
create trigger chain_sweep_coin_stays before insert or update or delete on chain_sweep_coin
  for each row execute function chain_sweep_part_stays();
create function chain_sweep_attempt_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.tx_hash, old.chain, old.nonce, old.raw, old.fee_max, old.tip, old.signed_at)
     is distinct from (new.tx_hash, new.chain, new.nonce, new.raw, new.fee_max, new.tip, new.signed_at) then
    raise exception 'a signed transaction stays what it is' using errcode = 'SW001';
  end if;
  return new;
end $$;
create trigger chain_sweep_attempt_stays before update or delete on chain_sweep_attempt
  for each row execute function chain_sweep_attempt_stays();

grant select on chain_sweeper, chain_sweep_due, chain_sweep, chain_sweep_address, chain_sweep_coin, chain_sweep_attempt to admin, custody, audit;
grant select on chain_sweeper, chain_sweep to worker;
grant insert (chain, address, first_nonce, halted), update (halted, credited_until) on chain_sweeper to custody;
grant insert, delete, update (tries) on chain_sweep_due to custody;
grant insert (chain, nonce, kind, payer, contract, destination, code_hash),
      update (state, tx_hash, block, is_success, gas_cost) on chain_sweep to custody;
grant insert on chain_sweep_address to custody;
grant insert (chain, nonce, address, currency, units), update (moved) on chain_sweep_coin to custody;
grant insert (tx_hash, chain, nonce, raw, fee_max, tip), update (sent_at) on chain_sweep_attempt to custody;
