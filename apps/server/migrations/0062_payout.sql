-- Payouts: withdrawals that a bank pays. A row says what its user asked for and never changes that. People pay at the bank; custody
-- books what two of them said, after verifying the signatures by keys of its own.

insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner) values
  ('app', 'payout.hold', 'real', 'wallet', 'hold', true),
  ('custody', 'payout.return', 'real', 'wallet', 'release', true),
  -- What was held leaves once the bank has paid; the fee stays.
  ('custody', 'payout', 'real', 'wallet', 'pay_held', false),
  ('custody', 'payout', 'real', 'external', 'receive', false),
  ('custody', 'payout', 'real', 'fee_income', 'receive', false);
alter table external_payment drop constraint payments_are_recorded_by_the_role_that_makes_them,
  add constraint payments_are_recorded_by_the_role_that_makes_them check (
    recorded_by = case when kind in ('deposit', 'deposit.reversal', 'withdrawal', 'payout') then 'custody'
                       when kind in ('capital.paid_in', 'capital.paid_out') then 'migrate' end);

create table payout (
  id              bigint          primary key check (id > 0),
  user_id         bigint          not null references user_account (id),
  amount          numeric(38, 18) not null check (amount > 0),  -- In USDT, the fee included
  fee             numeric(38, 18) not null check (fee >= 0 and fee < amount),
  rate            numeric(38, 18) not null check (rate between 0.9 and 1.1),
  usd             numeric(38, 18) not null check (usd > 0),     -- What the bank account gets
  holder          text            not null check (length(holder) between 1 and 640),     -- Masked
  bank_name       text            not null check (length(bank_name) between 1 and 640),
  account         text            not null check (account ~ '^[0-9]{4}$'),               -- The last digits
  card_hash       text            not null check (card_hash ~ '^[0-9a-f]{64}$'),         -- Of what is sealed, which has a random part
  key_id          text            not null,
  sealed          bytea           not null,                     -- The bank details when it was asked for; bound to this row
  worth_btc       numeric(38, 18) not null check (worth_btc >= 0),
  worth_usdt      numeric(38, 18) not null check (worth_usdt >= 0),
  state           text            not null check (state in ('review', 'approved', 'paid', 'refused', 'returned')),
  refused_because text            check (refused_because in ('by_user', 'by_staff', 'not_paid')),
  change          bigint          unique references staff_change (id), -- What two people signed to approve it,
  paid_change     bigint          unique references staff_change (id), -- that the bank has paid,
  refusal_change  bigint          unique references staff_change (id), -- or that it never will
  bank_reference  text            unique check (bank_reference ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{2,38}[A-Za-z0-9]$'),
  created_at      timestamptz     not null default app_now(),
  constraint dollars_are_what_is_left_at_the_rate_in_whole_cents check (usd = trunc((amount - fee) * rate, 2)),
  constraint a_refusal_has_its_reason check ((refused_because is null) = (state not in ('refused', 'returned'))),
  constraint a_paid_payout_has_the_reference_of_its_bank check ((bank_reference is null) = (paid_change is null)),
  constraint what_was_approved_is_refused_by_two check ((refusal_change is not null) = coalesce(refused_because = 'not_paid', false)),
  constraint what_is_paid_was_approved check (case when state in ('approved', 'paid') or paid_change is not null then change is not null else true end)
);
create index payout_of_its_user on payout (user_id, id desc);
create index payout_in_review on payout (id) where state = 'review';
create index payout_to_do on payout (id) where state = 'refused' or (state = 'approved' and paid_change is not null);
create index payout_holding on payout (user_id) where state not in ('paid', 'returned');

-- When a payout entered each of its states.
create table payout_step (
  payout bigint      not null references payout (id),
  state  text        not null,
  at     timestamptz not null default app_now(),
  primary key (payout, state)
);
create trigger payout_step_is_append_only before update or delete on payout_step for each row execute function refuse_change();

-- Who read the bank details of a payout.
create table payout_view (
  id       bigint      generated always as identity primary key,
  payout   bigint      not null references payout (id),
  staff_id bigint      not null references staff_account (id),
  at       timestamptz not null default app_now(),
  xact     xid8        not null default pg_current_xact_id()
);
create index payout_view_of_payout on payout_view (payout, staff_id, id desc);
create trigger payout_view_is_append_only before update or delete on payout_view for each row execute function refuse_change();

-- The texts that two people sign, as the domain writes them.
create function payout_intent(p payout) returns text language sql immutable as $$
  select '{"account":"' || p.account || '","amount":"' || trim_scale(p.amount) || '","card":"' || p.card_hash || '","fee":"' || trim_scale(p.fee)
      || '","payout_id":"' || p.id || '","rate":"' || trim_scale(p.rate) || '","usd":"' || trim_scale(p.usd) || '","user_id":"' || p.user_id || '"}' $$;
create function payout_paid_intent(p payout, reference text) returns text language sql immutable as $$
  select '{"account":"' || p.account || '","amount":"' || trim_scale(p.amount) || '","bank_reference":"' || reference || '","card":"' || p.card_hash
      || '","fee":"' || trim_scale(p.fee) || '","payout_id":"' || p.id || '","rate":"' || trim_scale(p.rate) || '","usd":"' || trim_scale(p.usd)
      || '","user_id":"' || p.user_id || '"}' $$;
create function payout_refusal_intent(p payout) returns text language sql immutable as $$
  select '{"amount":"' || trim_scale(p.amount) || '","payout_id":"' || p.id || '","usd":"' || trim_scale(p.usd) || '","user_id":"' || p.user_id || '"}' $$;

-- Whether two people signed this text under this change, which is being executed.
create function payout_signed(the_change bigint, of_kind text, body text) returns boolean language sql stable as $$
  select exists (select from staff_change c where c.id = the_change and c.kind = of_kind and c.state = 'waiting' and c.payload = body
                    and staff_signed(c, 'maker') and staff_signed(c, 'checker')) $$;

-- What a payout is never changes. What became of it changes by these steps only, each by the role whose step it is, and money moves
-- in the same transaction.
create function payout_keeps_its_rules() returns trigger language plpgsql as $$
declare step text := case when tg_op = 'UPDATE' then old.state || '>' || new.state end; posted text;
begin
  if tg_op = 'DELETE' then raise exception 'a payout is never deleted' using errcode = 'PO001'; end if;
  if tg_op = 'INSERT' then
    if new.state <> 'review' or num_nonnulls(new.change, new.paid_change, new.refusal_change, new.bank_reference) > 0 then
      raise exception 'a payout begins in review' using errcode = 'PO001';
    end if;
    posted := 'payout.hold';
  else
    if (old.id, old.user_id, old.amount, old.fee, old.rate, old.usd, old.holder, old.bank_name, old.account, old.card_hash, old.key_id,
        old.sealed, old.worth_btc, old.worth_usdt, old.created_at)
       is distinct from (new.id, new.user_id, new.amount, new.fee, new.rate, new.usd, new.holder, new.bank_name, new.account, new.card_hash,
        new.key_id, new.sealed, new.worth_btc, new.worth_usdt, new.created_at) then
      raise exception 'a payout stays what it is' using errcode = 'PO001';
    end if;
    if not coalesce(step = any(case session_user
         when 'app' then array['review>refused']
         when 'admin' then array['review>approved', 'review>refused', 'approved>approved', 'approved>refused']
         when 'custody' then array['approved>paid', 'refused>returned']
       end), false) then
      raise exception 'role % makes no step from % to %', session_user, old.state, new.state using errcode = 'PO001';
    end if;
    if (new.change is distinct from old.change and step <> 'review>approved')
       or ((new.paid_change, new.bank_reference) is distinct from (old.paid_change, old.bank_reference) and step <> 'approved>approved')
       or (new.refusal_change is distinct from old.refusal_change and step <> 'approved>refused')
       or (new.refused_because is distinct from old.refused_because and new.state <> 'refused') then
      raise exception 'a step names its own change' using errcode = 'PO001';
    end if;
    -- Nested, so that a role reads only the tables of its own steps.
    if step = 'review>approved' then
      if not payout_signed(new.change, 'payout.approve', payout_intent(new)) then
        raise exception 'two people approve what is in review' using errcode = 'PO002';
      end if;
    elsif step = 'approved>approved' then
      if old.paid_change is not null or not payout_signed(new.paid_change, 'payout.paid', payout_paid_intent(new, new.bank_reference)) then
        raise exception 'two people say once that the bank has paid' using errcode = 'PO002';
      end if;
    elsif step = 'approved>refused' then
      if old.paid_change is not null or not payout_signed(new.refusal_change, 'payout.refuse_approved', payout_refusal_intent(new)) then
        raise exception 'two people refuse what was approved, and nobody what is paid' using errcode = 'PO002';
      end if;
    elsif step = 'approved>paid' then
      if old.paid_change is null or not exists (select from external_payment p where p.kind = 'payout' and p.ref = new.id::text
            and p.currency = 'USDT' and p.amount = new.fee - new.amount and p.xid = pg_current_xact_id()) then
        raise exception 'a paid payout was paid by the bank, and has its payment' using errcode = 'PO003';
      end if;
    end if;
    posted := case step when 'approved>paid' then 'payout' when 'refused>returned' then 'payout.return' end;
  end if;
  if posted is not null and not exists (
       select from ledger_transfer t where t.kind = posted and t.ref = new.id::text and t.book = 'real' and t.xid = pg_current_xact_id()) then
    raise exception 'money moves with a payout''s state' using errcode = 'PO003';
  end if;
  return new;
end $$;

create function payout_notes_its_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payout_step (payout, state) values (new.id, new.state);
  return null;
end $$;
revoke execute on function payout_notes_its_step() from public;
create trigger payout_keeps_its_rules before insert or update or delete on payout for each row execute function payout_keeps_its_rules();
create trigger payout_is_never_emptied before truncate on payout for each statement execute function refuse_change();
create trigger payout_begins after insert on payout for each row execute function payout_notes_its_step();
create trigger payout_goes_on after update on payout for each row when (old.state is distinct from new.state)
  execute function payout_notes_its_step();

-- What every limit of 24 hours counts: money that left or is about to, whichever way.
create view money_leaving as
  select user_id, created_at, worth_btc from withdrawal where state not in ('refused', 'returned')
  union all
  select user_id, created_at, worth_btc from payout where state not in ('refused', 'returned');
grant select on money_leaving to app;

-- As before (0060), with payouts.
create or replace function trail_note(session_token_hash bytea, action text, subject text, reason text, details text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made bigint;
begin
  actor := staff_acting(session_token_hash);
  if action ~ '^(change|setting|staff|switch|document|passkey|case|user|withdrawal|payout)\.' then
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
    when change_kind like 'user.%' then 'user:' || (body->>'user_id') end $$;

insert into staff_change_kind (kind, maker_roles, checker_roles) values
  ('payout.approve', '{finance}', '{finance,risk}'),
  ('payout.paid', '{finance}', '{finance,risk}'),
  ('payout.refuse_approved', '{finance}', '{finance,risk}');

-- Custody believes passkeys only: without two of them nothing would ever be booked.
create function needs_two_passkeys(change staff_change) returns void language plpgsql stable set search_path = public, pg_temp as $$
begin
  if (select count(distinct s.passkey_id) from staff_signature s
       where s.change_id = change.id and s.payload_hash = change.payload_hash and s.assertion is not null) < 2 then
    raise exception 'a payout is decided by passkeys' using errcode = 'ST006';
  end if;
end $$;

create function change_payout_approve(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare asked bigint := (change.payload::jsonb->>'payout_id')::bigint; approved bigint;
begin
  perform needs_two_passkeys($1);
  update payout p set state = 'approved', change = $1.id
   where p.id = asked and p.state = 'review' and payout_intent(p) = $1.payload returning p.id into approved;
  if approved is null then raise exception 'payout % is not in review as it was signed', asked using errcode = 'ST008'; end if;
  return jsonb_build_object('payout_id', approved::text);
end $$;

create function change_payout_paid(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; asked bigint := (body->>'payout_id')::bigint; reference text := body->>'bank_reference'; paid bigint;
begin
  perform needs_two_passkeys($1);
  update payout p set paid_change = $1.id, bank_reference = reference
   where p.id = asked and p.state = 'approved' and p.paid_change is null and payout_paid_intent(p, reference) = $1.payload returning p.id into paid;
  if paid is null then raise exception 'payout % does not wait to be paid as it was signed', asked using errcode = 'ST008'; end if;
  return jsonb_build_object('payout_id', paid::text);
exception when unique_violation then
  raise exception 'another payout has the reference %', reference using errcode = 'ST008';
end $$;

create function change_payout_refuse_approved(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare asked bigint := (change.payload::jsonb->>'payout_id')::bigint; refused bigint;
begin
  perform needs_two_passkeys($1);
  update payout p set state = 'refused', refused_because = 'not_paid', refusal_change = $1.id
   where p.id = asked and p.state = 'approved' and p.paid_change is null and payout_refusal_intent(p) = $1.payload returning p.id into refused;
  if refused is null then raise exception 'payout % does not wait to be paid as it was signed', asked using errcode = 'ST008'; end if;
  update staff_change c set state = 'refused', decided_at = app_now(), decided_by = $1.made_by
   where c.subject = 'payout:' || refused and c.kind = 'payout.paid' and c.state = 'waiting';
  return jsonb_build_object('payout_id', refused::text);
end $$;

-- In review, one person refuses.
create function payout_refuse(session_token_hash bytea, the_payout bigint, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; refused bigint;
begin
  actor := staff_acting(session_token_hash, '{finance,risk,security}');
  update payout set state = 'refused', refused_because = 'by_staff' where id = the_payout and state = 'review' returning id into refused;
  if refused is null then raise exception 'payout % is not in review', the_payout using errcode = 'ST008'; end if;
  update staff_change set state = 'refused', decided_at = app_now(), decided_by = actor.id
   where subject = 'payout:' || the_payout and kind like 'payout.%' and state = 'waiting';
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'payout.refused', 'payout:' || the_payout, why);
end $$;

-- The bank details of a payout, for those who pay it or look at it: the record of the view first, by a transaction of its own.
create function desk_view_payout(session_token_hash bytea, the_payout bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{finance,risk}');
  insert into payout_view (payout, staff_id) select p.id, actor.id from payout p where p.id = the_payout;
  if found then insert into trail (actor, action, subject) values ('staff:' || actor.id, 'payout.viewed', 'payout:' || the_payout); end if;
end $$;
create function desk_open_payout(session_token_hash bytea, the_payout bigint) returns table (key_id text, sealed bytea, card_hash text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{finance,risk}');
  return query select p.key_id, p.sealed, p.card_hash from payout p where p.id = the_payout
    and exists (select from payout_view v where v.payout = p.id and v.staff_id = actor.id and v.xact <> pg_current_xact_id()
                   and v.at > app_now() - interval '1 minute');
end $$;

do $$
declare signature text;
begin
  foreach signature in array array['needs_two_passkeys(staff_change)', 'change_payout_approve(staff_change)', 'change_payout_paid(staff_change)',
    'change_payout_refuse_approved(staff_change)'] loop
    execute format('revoke execute on function %s from public', signature);
  end loop;
  foreach signature in array array['payout_refuse(bytea, bigint, text)', 'desk_view_payout(bytea, bigint)', 'desk_open_payout(bytea, bigint)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to admin', signature);
  end loop;
end $$;

-- Everything but what is sealed.
grant select (id, user_id, amount, fee, rate, usd, holder, bank_name, account, card_hash, worth_btc, worth_usdt, state, refused_because,
  change, paid_change, refusal_change, bank_reference, created_at) on payout to app, admin, worker, custody, audit;
grant select on payout_step to app, admin, worker, custody, audit;
grant select on payout_view to audit;
grant insert (id, user_id, amount, fee, rate, usd, holder, bank_name, account, card_hash, key_id, sealed, worth_btc, worth_usdt, state)
  on payout to app;
grant update (state, refused_because) on payout to app;
grant update (state) on payout to custody;
