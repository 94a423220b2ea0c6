-- Withdrawals to addresses on chains. A row says what its user asked for and never changes that. Custody sends: it verifies the
-- signatures of those who approved by keys of its own, and has a row for what it sends before anything is signed.

delete from ledger_right where transfer_kind = 'withdrawal' and account_kind = 'wallet';
insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner) values
  ('app', 'withdrawal.hold', 'real', 'wallet', 'hold', true),
  ('custody', 'withdrawal.return', 'real', 'wallet', 'release', true),
  -- What was held leaves once the chain has confirmed it; the fee stays.
  ('custody', 'withdrawal', 'real', 'wallet', 'pay_held', false),
  ('custody', 'withdrawal', 'real', 'fee_income', 'receive', false);

create table withdrawal (
  id              bigint          primary key check (id > 0),
  user_id         bigint          not null references user_account (id),
  currency        text            not null,
  chain           text            not null,
  payee_id        bigint          not null,              -- The saved address; it is deleted when the account is closed
  address         text            not null check (address ~ '^[0-9A-Za-z]{8,90}$'),
  address_name    text            not null,
  amount          numeric(38, 18) not null check (amount > 0),
  fee             numeric(38, 18) not null check (fee >= 0 and fee < amount),
  worth_btc       numeric(38, 18) not null check (worth_btc >= 0),
  worth_usdt      numeric(38, 18) not null check (worth_usdt >= 0),
  review_reasons  text[]          not null check (review_reasons <@ array['large', 'new_address', 'frequent', 'unusual']),
  state           text            not null check (state in ('review', 'approved', 'signed', 'confirmed', 'refused', 'returned')),
  refused_because text            check (refused_because in ('by_user', 'by_staff', 'not_sound', 'chain_failed')),
  change          bigint          unique references staff_change (id), -- What two people signed
  created_at      timestamptz     not null default app_now(),
  foreign key (chain, currency) references deposit_asset (chain, currency),
  constraint a_refusal_has_its_reason check ((refused_because is null) = (state not in ('refused', 'returned')))
);
create index withdrawal_of_its_user on withdrawal (user_id, id desc);
create index withdrawal_to_do on withdrawal (chain, id) where state in ('approved', 'signed', 'refused');
create index withdrawal_in_review on withdrawal (id) where state = 'review';
create index withdrawal_holding on withdrawal (user_id) where state not in ('confirmed', 'returned');

-- When a withdrawal entered each of its states.
create table withdrawal_step (
  withdrawal bigint      not null references withdrawal (id),
  state      text        not null,
  at         timestamptz not null default app_now(),
  primary key (withdrawal, state)
);
create trigger withdrawal_step_is_append_only before update or delete on withdrawal_step for each row execute function refuse_change();

-- The address that custody sends from. `halted`: why nothing is sent until an operator clears it.
create table chain_wallet (
  chain      text   primary key references deposit_chain (chain),
  address    text   not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  first_nonce bigint not null check (first_nonce >= 0),   -- Earlier nonces are none of ours
  halted     text   constraint a_halt_has_a_reason check (halted ~ '\S')
);
-- What custody sends: one nonce for one withdrawal, for ever. It is reserved before anything is signed.
create table chain_payment (
  chain       text           not null references chain_wallet (chain),
  nonce       bigint         not null check (nonce >= 0),
  withdrawal  bigint         not null unique references withdrawal (id),
  currency    text           not null,
  units       numeric(78, 0) not null check (units > 0),
  recipient   text           not null,
  reserved_at timestamptz    not null default app_now(),
  tx_hash     text,                                      -- The attempt that a block contains
  block       bigint,
  is_success  boolean,
  primary key (chain, nonce),
  constraint a_mined_payment_is_known_whole check (num_nulls(tx_hash, block, is_success) in (0, 3))
);
create index chain_payment_reserved on chain_payment (chain, reserved_at);
-- Signed transactions of a payment: a replacement has the same number and pays more. Any of them may be on the chain.
create table chain_attempt (
  tx_hash   text        primary key check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  chain     text        not null,
  nonce     bigint      not null,
  raw       text        not null check (raw ~ '^0x[0-9a-f]+$'),
  fee_max   numeric(78, 0) not null check (fee_max > 0),  -- For a unit of gas, in wei
  tip       numeric(78, 0) not null check (tip >= 0),
  signed_at timestamptz not null default app_now(),
  sent_at   timestamptz,                                  -- When a node was last given it, whatever it answered
  foreign key (chain, nonce) references chain_payment (chain, nonce)
);
create index chain_attempt_of_payment on chain_attempt (chain, nonce);

-- What a withdrawal is never changes. What became of it changes by these steps only, each by the role whose step it is, and money
-- moves in the same transaction.
create function withdrawal_keeps_its_rules() returns trigger language plpgsql as $$
declare step text := case when tg_op = 'UPDATE' then old.state || '>' || new.state end; posted text;
begin
  if tg_op = 'DELETE' then raise exception 'a withdrawal is never deleted' using errcode = 'WD001'; end if;
  if tg_op = 'INSERT' then
    if new.change is not null or new.state <> (case when new.review_reasons = '{}' then 'approved' else 'review' end) then
      raise exception 'a withdrawal begins in review, or approved without a reason for one' using errcode = 'WD001';
    end if;
    posted := 'withdrawal.hold';
  else
    if (old.id, old.user_id, old.currency, old.chain, old.payee_id, old.address, old.address_name, old.amount, old.fee, old.worth_btc,
        old.worth_usdt, old.review_reasons, old.created_at)
       is distinct from (new.id, new.user_id, new.currency, new.chain, new.payee_id, new.address, new.address_name, new.amount,
        new.fee, new.worth_btc, new.worth_usdt, new.review_reasons, new.created_at) then
      raise exception 'a withdrawal stays what it is' using errcode = 'WD001';
    end if;
    if not coalesce(step = any(case session_user
         when 'app' then array['review>refused']
         when 'admin' then array['review>approved', 'review>refused', 'approved>refused']
         when 'custody' then array['approved>signed', 'approved>refused', 'signed>confirmed', 'signed>refused', 'refused>returned']
       end), false) then
      raise exception 'role % makes no step from % to %', session_user, old.state, new.state using errcode = 'WD001';
    end if;
    if new.change is distinct from old.change and step <> 'review>approved' then
      raise exception 'only an approval names its change' using errcode = 'WD001';
    end if;
    -- Nested, so that a role reads only the tables of its own steps.
    if step = 'review>approved' then
      if not exists (select from staff_change c where c.id = new.change and c.kind = 'withdrawal.approve' and c.state = 'waiting'
            and c.payload = withdrawal_intent(new) and staff_signed(c, 'maker') and staff_signed(c, 'checker')) then
        raise exception 'two people approve what is in review' using errcode = 'WD002';
      end if;
    elsif step = 'approved>refused' then
      if exists (select from chain_payment p where p.withdrawal = new.id) then
        raise exception 'a withdrawal with a nonce may be on the chain' using errcode = 'WD003';
      end if;
    elsif step = 'approved>signed' then
      if not exists (select from chain_payment p join chain_attempt a using (chain, nonce) where p.withdrawal = new.id) then
        raise exception 'a signed withdrawal has its transaction' using errcode = 'WD003';
      end if;
    elsif step = 'signed>refused' then
      if not exists (select from chain_payment p where p.withdrawal = new.id and not p.is_success) then
        raise exception 'the chain says what became of a withdrawal' using errcode = 'WD003';
      end if;
    elsif step = 'signed>confirmed' then
      if not exists (select from chain_payment p where p.withdrawal = new.id and p.is_success)
         or not exists (select from external_payment p where p.kind = 'withdrawal' and p.ref = new.id::text
            and p.currency = new.currency and p.amount = new.fee - new.amount and p.xid = pg_current_xact_id()) then
        raise exception 'a confirmed withdrawal is on the chain, and has its payment' using errcode = 'WD003';
      end if;
    end if;
    posted := case step when 'signed>confirmed' then 'withdrawal' when 'refused>returned' then 'withdrawal.return' end;
  end if;
  if posted is not null and not exists (
       select from ledger_transfer t where t.kind = posted and t.ref = new.id::text and t.book = 'real' and t.xid = pg_current_xact_id()) then
    raise exception 'money moves with a withdrawal''s state' using errcode = 'WD003';
  end if;
  return new;
end $$;

-- The text that two people sign, as the domain writes it.
create function withdrawal_intent(w withdrawal) returns text language sql immutable as $$
  select '{"address":"' || w.address || '","amount":"' || trim_scale(w.amount) || '","chain":"' || w.chain || '","currency":"' || w.currency
      || '","fee":"' || trim_scale(w.fee) || '","user_id":"' || w.user_id || '","withdrawal_id":"' || w.id || '"}' $$;

create function withdrawal_notes_its_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into withdrawal_step (withdrawal, state) values (new.id, new.state);
  return null;
end $$;
revoke execute on function withdrawal_notes_its_step() from public;
create trigger withdrawal_keeps_its_rules before insert or update or delete on withdrawal
  for each row execute function withdrawal_keeps_its_rules();
create trigger withdrawal_is_never_emptied before truncate on withdrawal for each statement execute function refuse_change();
create trigger withdrawal_begins after insert on withdrawal for each row execute function withdrawal_notes_its_step();
create trigger withdrawal_goes_on after update on withdrawal for each row when (old.state is distinct from new.state)
  execute function withdrawal_notes_its_step();

-- A payment stays what it is until a block contains it. After a reorganisation another block, or none, may.
create function chain_payment_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.chain, old.nonce, old.withdrawal, old.currency, old.units, old.recipient, old.reserved_at)
     is distinct from (new.chain, new.nonce, new.withdrawal, new.currency, new.units, new.recipient, new.reserved_at) then
    raise exception 'a payment stays what it is' using errcode = 'WD004';
  end if;
  if new.tx_hash is not null and not exists (
       select from chain_attempt a where a.tx_hash = new.tx_hash and a.chain = new.chain and a.nonce = new.nonce) then
    raise exception 'a payment is mined by one of its attempts' using errcode = 'WD004';
  end if;
  return new;
end $$;
create trigger chain_payment_stays before update or delete on chain_payment for each row execute function chain_payment_stays();
create function chain_attempt_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.tx_hash, old.chain, old.nonce, old.raw, old.fee_max, old.tip, old.signed_at)
     is distinct from (new.tx_hash, new.chain, new.nonce, new.raw, new.fee_max, new.tip, new.signed_at) then
    raise exception 'a signed transaction stays what it is' using errcode = 'WD004';
  end if;
  return new;
end $$;
create trigger chain_attempt_stays before update or delete on chain_attempt for each row execute function chain_attempt_stays();

-- What the functions of the database write about decisions, nobody notes by hand.
create or replace function trail_note(session_token_hash bytea, action text, subject text, reason text, details text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made bigint;
begin
  actor := staff_acting(session_token_hash);
  if action ~ '^(change|setting|staff|switch|document|passkey|case|user|withdrawal)\.' then
    raise exception '% is not noted by hand', action using errcode = 'ST002';
  end if;
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, trail_note.action, trail_note.subject, trail_note.reason, trail_note.details) returning id into made;
  return made;
end $$;

-- Two people approve; one refuses.
insert into staff_change_kind (kind, maker_roles, checker_roles) values ('withdrawal.approve', '{finance}', '{finance,risk}');
create or replace function change_subject(change_kind text, body jsonb) returns text language sql immutable as $$
  select case
    when change_kind = 'setting.version' then 'setting:' || (body->>'key')
    when change_kind = 'staff.create' then 'staff:' || (body->>'email')
    when change_kind like 'staff.%' then 'staff:' || (body->>'staff_id')
    when change_kind like 'kyc.%' then 'case:' || (body->>'case_id')
    when change_kind like 'withdrawal.%' then 'withdrawal:' || (body->>'withdrawal_id')
    when change_kind like 'user.%' then 'user:' || (body->>'user_id') end $$;

create function change_withdrawal_approve(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare asked bigint := (change.payload::jsonb->>'withdrawal_id')::bigint; approved bigint;
begin
  -- Custody believes passkeys only: without two of them it would never be sent.
  if (select count(distinct s.passkey_id) from staff_signature s
       where s.change_id = $1.id and s.payload_hash = $1.payload_hash and s.assertion is not null) < 2 then
    raise exception 'a withdrawal is approved by passkeys' using errcode = 'ST006';
  end if;
  update withdrawal w set state = 'approved', change = $1.id
   where w.id = asked and w.state = 'review' and withdrawal_intent(w) = $1.payload returning w.id into approved;
  if approved is null then raise exception 'withdrawal % is not in review as it was signed', asked using errcode = 'ST008'; end if;
  return jsonb_build_object('withdrawal_id', approved::text);
end $$;
revoke execute on function change_withdrawal_approve(staff_change) from public;

create function withdrawal_refuse(session_token_hash bytea, the_withdrawal bigint, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; refused bigint;
begin
  actor := staff_acting(session_token_hash, '{finance,risk,security}');
  update withdrawal set state = 'refused', refused_because = 'by_staff'
   where id = the_withdrawal and state in ('review', 'approved') returning id into refused;
  if refused is null then raise exception 'withdrawal % does not wait', the_withdrawal using errcode = 'ST008'; end if;
  update staff_change set state = 'refused', decided_at = app_now(), decided_by = actor.id
   where subject = 'withdrawal:' || the_withdrawal and kind = 'withdrawal.approve' and state = 'waiting';
  insert into trail (actor, action, subject, reason)
  values ('staff:' || actor.id, 'withdrawal.refused', 'withdrawal:' || the_withdrawal, why);
end $$;
revoke execute on function withdrawal_refuse(bytea, bigint, text) from public;
grant execute on function withdrawal_refuse(bytea, bigint, text) to admin;

grant select on withdrawal, withdrawal_step to app, admin, worker, custody, audit;
grant insert (id, user_id, currency, chain, payee_id, address, address_name, amount, fee, worth_btc, worth_usdt, review_reasons, state)
  on withdrawal to app;
grant update (state, refused_because) on withdrawal to app, custody;
grant select on chain_wallet to app, admin, worker, custody, audit;
grant select on chain_payment to app, admin, worker, custody, audit;
grant select on chain_attempt to admin, custody, audit;
grant insert (chain, address, first_nonce, halted), update (halted) on chain_wallet to custody;
grant insert, update (tx_hash, block, is_success) on chain_payment to custody;
grant insert, update (sent_at) on chain_attempt to custody;
-- What custody checks before it signs: the approval, the saved address, and what is held.
grant select on staff_change, staff_signature, ledger_transfer, ledger_entry, ledger_account to custody;
grant select (id, user_id, currency, chain, address, usable_at) on payee_address to custody;
