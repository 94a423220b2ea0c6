-- Claims: a user says that coins they sent did not appear. A claim never creates money: two people approve what they found on the chain,
-- and custody credits that from coins that lie there unexplained, which become less by as much. What the user states is a hint.

insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner) values
  ('custody', 'deposit.claim', 'real', 'external', 'pay', false),
  ('custody', 'deposit.claim', 'real', 'wallet', 'receive', false);
alter table external_payment drop constraint payments_have_the_sign_of_their_kind,
  add constraint payments_have_the_sign_of_their_kind check (
    case when kind in ('deposit', 'deposit.claim', 'capital.paid_in') then amount > 0 else amount < 0 end),
  add constraint custody_records_what_claims_bring check (kind <> 'deposit.claim' or recorded_by = 'custody');

-- Whoever checks an approval looks at the picture.
insert into media_grantee (purpose, kind) values ('voucher', 'staff:risk');

create table deposit_claim (
  id              bigint          primary key check (id > 0),
  user_id         bigint          not null references user_account (id),
  currency        text            not null,
  chain           text            not null,
  stated          numeric(38, 18) not null check (stated > 0),          -- What the user typed
  tx_hash         text            check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  voucher         text            not null unique references media_file (id),
  state           text            not null default 'waiting' check (state in ('waiting', 'approved', 'credited', 'refused')),
  amount          numeric(38, 18) check (amount > 0),                    -- What two people found on the chain
  change          bigint          unique references staff_change (id),   -- What they signed
  refused_because text            check (refused_because in
    ('not_found', 'other_address', 'unsupported', 'credited_already', 'voucher_unclear', 'other')),
  note            text            check (note ~ '\S' and length(note) <= 300),  -- What staff wrote for the user
  created_at      timestamptz     not null default app_now(),
  decided_at      timestamptz,
  credited_at     timestamptz,
  foreign key (chain, currency) references deposit_asset (chain, currency),
  constraint an_approved_claim_has_its_amount_and_change check (
    num_nulls(amount, change) in (0, 2) and (state not in ('approved', 'credited') or change is not null)
    and (state <> 'waiting' or change is null)),
  constraint a_refused_claim_has_its_reason check ((refused_because is not null) = (state = 'refused')),
  constraint another_reason_is_written_down check (refused_because <> 'other' or note is not null),
  constraint only_a_refusal_has_a_note check (note is null or state = 'refused'),
  constraint a_claim_has_the_times_of_its_state check (
    (decided_at is not null) = (state <> 'waiting') and (credited_at is not null) = (state = 'credited'))
);
create index deposit_claim_of_its_user on deposit_claim (user_id, id desc);
create index deposit_claim_by_state on deposit_claim (state, id);
create index deposit_claim_to_credit on deposit_claim (chain, id) where state = 'approved';
create index deposit_by_transaction on deposit (chain, tx_hash);
-- A transaction is claimed with success once.
create unique index a_transaction_is_credited_by_one_claim on deposit_claim (chain, tx_hash)
  where state in ('approved', 'credited') and tx_hash is not null;

-- The text that two people sign, as the domain writes it.
create function deposit_claim_text(c deposit_claim) returns text language sql immutable as $$
  select '{"amount":"' || trim_scale(c.amount) || '","chain":"' || c.chain || '","claim_id":"' || c.id || '","currency":"' || c.currency
      || '","user_id":"' || c.user_id || '"}' $$;

-- What a claim took from the unexplained coins of its chain is a row of its own, which says so.
alter table chain_unexplained
  add column claim bigint unique references deposit_claim (id),
  add constraint only_a_claim_takes_coins_away check ((amount < 0) = (claim is not null));

create function chain_unexplained_keeps_its_rules() returns trigger language plpgsql as $$
begin
  -- Two at once: the second one sees what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('chain_unexplained:' || new.chain || ':' || new.currency, 0));
  if not exists (select from deposit_claim c where c.id = new.claim and c.state = 'approved' and c.amount = -new.amount
                    and c.chain = new.chain and c.currency = new.currency) then
    raise exception 'an approved claim takes exactly its amount' using errcode = 'DC004';
  end if;
  if (select coalesce(sum(u.amount), 0) from chain_unexplained u where u.chain = new.chain and u.currency = new.currency) + new.amount < 0 then
    raise exception 'a claim takes only coins that lie unexplained on the chain' using errcode = 'DC004';
  end if;
  return new;
end $$;
create trigger chain_unexplained_keeps_its_rules before insert on chain_unexplained
  for each row when (new.amount < 0) execute function chain_unexplained_keeps_its_rules();
-- Without its credit the coins would be missing from the books.
create function chain_unexplained_is_credited() returns trigger language plpgsql as $$
begin
  if not exists (select from deposit_claim c where c.id = new.claim and c.state = 'credited') then
    raise exception 'what a claim takes is credited in the same transaction' using errcode = 'DC004';
  end if;
  return null;
end $$;
create constraint trigger chain_unexplained_is_credited after insert on chain_unexplained deferrable initially deferred
  for each row when (new.amount < 0) execute function chain_unexplained_is_credited();

-- What a claim says never changes. What became of it changes by these steps only, each by the role whose step it is; a credit has its
-- transfer, its payment and what it took in the same transaction.
create function deposit_claim_keeps_its_rules() returns trigger language plpgsql as $$
declare step text := case when tg_op = 'UPDATE' then old.state || '>' || new.state end;
begin
  if tg_op = 'DELETE' then raise exception 'a claim is never deleted' using errcode = 'DC001'; end if;
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' then raise exception 'a claim begins as waiting' using errcode = 'DC001'; end if;
    if not exists (select from media_file f where f.id = new.voucher and f.owner_id = new.user_id and f.purpose = 'voucher'
                      and f.used_by = 'claim:' || new.id) then
      raise exception 'the voucher is not this user''s for this claim' using errcode = 'DC001';
    end if;
    return new;
  end if;
  if (old.id, old.user_id, old.currency, old.chain, old.stated, old.tx_hash, old.voucher, old.created_at)
     is distinct from (new.id, new.user_id, new.currency, new.chain, new.stated, new.tx_hash, new.voucher, new.created_at) then
    raise exception 'a claim stays what it is' using errcode = 'DC001';
  end if;
  if not coalesce(step = any(case session_user
       when 'admin' then array['waiting>approved', 'waiting>refused', 'approved>refused']
       when 'custody' then array['approved>credited']
     end), false) then
    raise exception 'role % makes no step from % to %', session_user, old.state, new.state using errcode = 'DC001';
  end if;
  if (new.amount, new.change) is distinct from (old.amount, old.change) and step <> 'waiting>approved' then
    raise exception 'only an approval names its change' using errcode = 'DC001';
  end if;
  -- Nested, so that a role reads only the tables of its own steps.
  if step = 'waiting>approved' then
    if not exists (select from staff_change c where c.id = new.change and c.kind = 'deposit.approve' and c.state = 'waiting'
          and c.payload = deposit_claim_text(new) and staff_signed(c, 'maker') and staff_signed(c, 'checker')) then
      raise exception 'two people approve what they found' using errcode = 'DC002';
    end if;
  elsif step = 'approved>credited' then
    if not exists (select from chain_unexplained u where u.claim = new.id and u.amount = -new.amount)
       or not exists (select from external_payment p where p.kind = 'deposit.claim' and p.ref = new.id::text
          and p.currency = new.currency and p.amount = new.amount and p.xid = pg_current_xact_id())
       or not exists (select from ledger_transfer t where t.kind = 'deposit.claim' and t.ref = new.id::text and t.book = 'real'
          and t.xid = pg_current_xact_id()) then
      raise exception 'money moves with a claim''s state' using errcode = 'DC003';
    end if;
  end if;
  if step in ('waiting>approved', 'approved>credited') then
    if exists (select from deposit d where d.chain = new.chain and d.tx_hash = new.tx_hash and d.state in ('seen', 'credited')) then
      raise exception 'the transaction of claim % is a deposit', new.id using errcode = 'DC003';
    end if;
  end if;
  new.decided_at := case when old.state = 'waiting' or new.state = 'refused' then app_now() else old.decided_at end;
  new.credited_at := case when new.state = 'credited' then app_now() end;
  return new;
end $$;
create trigger deposit_claim_keeps_its_rules before insert or update or delete on deposit_claim
  for each row execute function deposit_claim_keeps_its_rules();
create trigger deposit_claim_is_never_emptied before truncate on deposit_claim for each statement execute function refuse_change();

-- As before (0060, 0061, 0062), with claims.
create or replace function trail_note(session_token_hash bytea, action text, subject text, reason text, details text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made bigint;
begin
  actor := staff_acting(session_token_hash);
  if action ~ '^(change|setting|staff|switch|document|passkey|case|user|withdrawal|payout|claim)\.' then
    raise exception '% is not noted by hand', action using errcode = 'ST002';
  end if;
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, trail_note.action, trail_note.subject, trail_note.reason, trail_note.details) returning id into made;
  return made;
end $$;
create or replace function change_subject(change_kind text, body jsonb) returns text language sql immutable as $$
  select case
    when change_kind = 'setting.version' then 'setting:' || (body->>'key')
    when change_kind = 'staff.create' then 'staff:' || (body->>'email')
    when change_kind like 'staff.%' then 'staff:' || (body->>'staff_id')
    when change_kind like 'kyc.%' then 'case:' || (body->>'case_id')
    when change_kind like 'withdrawal.%' then 'withdrawal:' || (body->>'withdrawal_id')
    when change_kind like 'payout.%' then 'payout:' || (body->>'payout_id')
    when change_kind like 'deposit.%' then 'claim:' || (body->>'claim_id')
    when change_kind like 'chain.%' then 'chain:' || (body->>'chain')
    when change_kind like 'user.%' then 'user:' || (body->>'user_id') end $$;

-- Two people approve; one refuses.
insert into staff_change_kind (kind, maker_roles, checker_roles) values ('deposit.approve', '{finance}', '{finance,risk}');
create function change_deposit_approve(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; asked bigint := (body->>'claim_id')::bigint; approved bigint;
begin
  -- Custody believes passkeys only: without two of them it would never be credited.
  if (select count(distinct s.passkey_id) from staff_signature s
       where s.change_id = $1.id and s.payload_hash = $1.payload_hash and s.assertion is not null) < 2 then
    raise exception 'a deposit is approved by passkeys' using errcode = 'ST006';
  end if;
  update deposit_claim c set state = 'approved', amount = (body->>'amount')::numeric, change = $1.id
   where c.id = asked and c.state = 'waiting' and c.user_id::text = body->>'user_id' and c.chain = body->>'chain'
     and c.currency = body->>'currency' returning c.id into approved;
  if approved is null then raise exception 'claim % does not wait as it was signed', asked using errcode = 'ST008'; end if;
  return jsonb_build_object('claim_id', approved::text);
end $$;
revoke execute on function change_deposit_approve(staff_change) from public;

create function deposit_claim_refuse(session_token_hash bytea, the_claim bigint, because text, written text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; refused bigint;
begin
  actor := staff_acting(session_token_hash, '{finance,risk}');
  update deposit_claim set state = 'refused', refused_because = because, note = written
   where id = the_claim and state in ('waiting', 'approved') returning id into refused;
  if refused is null then raise exception 'claim % does not wait', the_claim using errcode = 'ST008'; end if;
  update staff_change set state = 'refused', decided_at = app_now(), decided_by = actor.id
   where subject = 'claim:' || the_claim and kind = 'deposit.approve' and state = 'waiting';
  insert into trail (actor, action, subject, reason)
  values ('staff:' || actor.id, 'claim.refused', 'claim:' || the_claim, because || coalesce(': ' || written, ''));
end $$;
revoke execute on function deposit_claim_refuse(bytea, bigint, text, text) from public;
grant execute on function deposit_claim_refuse(bytea, bigint, text, text) to admin;

grant select on deposit_claim to app, admin, worker, custody, audit;
grant insert (id, user_id, currency, chain, stated, tx_hash, voucher) on deposit_claim to app;
grant update (state) on deposit_claim to custody;
grant insert (claim) on chain_unexplained to custody;
