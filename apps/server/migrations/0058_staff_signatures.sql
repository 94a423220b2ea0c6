-- Staff: the database itself checks the signatures of passkeys, and gives a document out only under a committed record of the view.
-- Until now, whoever held role admin's password could sign for an account with a passkey, and could read and roll the record back.

-- ECDSA over P-256 with SHA-256 (FIPS 186-5), so that the database itself decides whether a passkey signed. Points are Jacobian; a
-- point with z = 0 is the identity. Coordinates may be negative between steps: only comparisons reduce them.
create function p256_prime() returns numeric language sql immutable parallel safe as $$
  select 115792089210356248762697446949407573530086143415290314195533631308867097853951 $$;
create function p256_order() returns numeric language sql immutable parallel safe as $$
  select 115792089210356248762697446949407573529996955224135760342422259061068512044369 $$;

create function number_of(bytes bytea) returns numeric language plpgsql immutable strict parallel safe as $$
declare number numeric := 0;
begin
  for place in 0 .. octet_length(bytes) - 1 loop number := number * 256 + get_byte(bytes, place); end loop;
  return number;
end $$;

create function p256_double(point numeric[]) returns numeric[] language plpgsql immutable strict parallel safe as $$
declare
  p constant numeric := 115792089210356248762697446949407573530086143415290314195533631308867097853951;
  x numeric := point[1]; y numeric := point[2]; z numeric := point[3];
  delta numeric := z * z % p; gamma numeric := y * y % p; beta numeric := x * gamma % p;
  alpha numeric := 3 * (x - delta) * (x + delta) % p; x3 numeric := (alpha * alpha - 8 * beta) % p;
begin
  return array[x3, (alpha * (4 * beta - x3) - 8 * gamma * gamma) % p, 2 * y * z % p];
end $$;

create function p256_add(one numeric[], other numeric[]) returns numeric[] language plpgsql immutable strict parallel safe as $$
declare
  p constant numeric := 115792089210356248762697446949407573530086143415290314195533631308867097853951;
  z1 numeric := one[3]; z2 numeric := other[3]; zz1 numeric := z1 * z1 % p; zz2 numeric := z2 * z2 % p;
  u1 numeric := one[1] * zz2 % p; h numeric := (other[1] * zz1 - u1) % p;
  s1 numeric := one[2] * z2 * zz2 % p; r numeric := (other[2] * z1 * zz1 - s1) % p;
  hh numeric := h * h % p; hhh numeric := h * hh % p; v numeric := u1 * hh % p; x3 numeric;
begin
  if z1 = 0 then return other; elsif z2 = 0 then return one; end if;
  if h = 0 and r = 0 then return p256_double(one); end if;   -- Opposite points give z = 0, as they should.
  x3 := (r * r - hhh - 2 * v) % p;
  return array[x3, (r * (v - x3) - s1 * hhh) % p, h * z1 * z2 % p];
end $$;

-- Whether the signature (r, s) of a hash is by the key (x, y).
create function p256_verifies(hash bytea, r numeric, s numeric, x numeric, y numeric) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  p constant numeric := p256_prime(); n constant numeric := p256_order();
  b constant numeric := 41058363725152142129326129780047268409114441015993725554835256314039467401291;
  base constant numeric[] := array[48439561293906451759052585252797914202762949526041747995844080717082404635286,
    36134250956749795798585127919587881956611106672985015071877198253568414405109, 1];
  own numeric[] := array[x, y, 1]; joint numeric[]; point numeric[] := '{1,1,0}';
  -- The inverse of s by Euclid.
  low numeric := s; high numeric := n; factor numeric := 1; last numeric := 0; quotient numeric; kept numeric;
  u1 numeric; u2 numeric; bits int[] := '{}'; zz numeric;
begin
  if octet_length(hash) <> 32 or not (r > 0 and r < n and s > 0 and s < n and x >= 0 and x < p and y >= 0 and y < p)
     or (y * y - x * x * x + 3 * x - b) % p <> 0 then
    return false;
  end if;
  while low <> 0 loop
    quotient := div(high, low);
    kept := high - quotient * low; high := low; low := kept;
    kept := last - quotient * factor; last := factor; factor := kept;
  end loop;
  u1 := number_of(hash) * last % n; u2 := r * last % n;
  u1 := (u1 + n) % n; u2 := (u2 + n) % n;
  joint := p256_add(base, own);
  while u1 > 0 or u2 > 0 loop
    bits := bits || ((u1 % 2) + 2 * (u2 % 2))::int;
    u1 := div(u1, 2); u2 := div(u2, 2);
  end loop;
  for place in reverse coalesce(array_length(bits, 1), 0) .. 1 loop
    point := p256_double(point);
    case bits[place] when 1 then point := p256_add(point, base);
                     when 2 then point := p256_add(point, own);
                     when 3 then point := p256_add(point, joint);
                     else null; end case;
  end loop;
  zz := point[3] * point[3] % p;
  return zz <> 0 and ((point[1] - r * zz) % p = 0 or (r + n < p and (point[1] - (r + n) * zz) % p = 0));
end $$;

create function from_base64url(value text) returns bytea language sql immutable strict parallel safe as $$
  select decode(rpad(translate(value, '-_', '+/'), (length(value) + 3) / 4 * 4, '='), 'base64') $$;

-- Whether this passkey signed this text for our site, with its user present and verified: the answer of a browser to the challenge that is the text's
-- hash. An answer that cannot be read is none.
create function staff_passkey_signed(passkey staff_passkey, assertion text, signed text) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  body jsonb; client bytea; data bytea; der bytea; r_size int; s_size int; flags int;
  challenge text := rtrim(translate(encode(text_hash(signed), 'base64'), '+/', '-_'), '=');
begin
  body := assertion::jsonb;
  client := from_base64url(body->'response'->>'clientDataJSON');
  data := from_base64url(body->'response'->>'authenticatorData');
  der := from_base64url(body->'response'->>'signature');
  flags := get_byte(data, 32);
  if (body->>'id' = passkey.credential_id and octet_length(data) >= 37 and flags & 5 = 5
      and convert_from(client, 'UTF8')::jsonb->>'type' = 'webauthn.get'
      and convert_from(client, 'UTF8')::jsonb->>'challenge' = challenge) is not true then
    return false;
  end if;
  -- Two integers in DER, each shorter than 128 bytes.
  r_size := get_byte(der, 3); s_size := get_byte(der, 5 + r_size);
  if (get_byte(der, 0) = 48 and get_byte(der, 1) = octet_length(der) - 2 and get_byte(der, 2) = 2 and get_byte(der, 4 + r_size) = 2
      and octet_length(der) = 6 + r_size + s_size) is not true then
    return false;
  end if;
  return p256_verifies(sha256(data || sha256(client)), number_of(substr(der, 5, r_size)), number_of(substr(der, 7 + r_size, s_size)),
                       number_of(substr(passkey.public_key, 11, 32)), number_of(substr(passkey.public_key, 46, 32)));
exception when others then
  return false;
end $$;

-- As before (0051), but the database itself checks that the passkey signed.
create or replace function staff_signature_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare change staff_change; kind staff_change_kind; signer staff_account; is_maker boolean; signed text;
begin
  select * into strict change from staff_change where id = new.change_id for update;
  select * into strict kind from staff_change_kind k where k.kind = change.kind;
  select * into strict signer from staff_account where id = new.staff_id;
  if change.state <> 'waiting' or change.expires_at <= app_now() then
    raise exception 'change % no longer waits', change.id using errcode = 'ST003';
  elsif new.payload_hash <> change.payload_hash then
    raise exception 'change % has another payload', change.id using errcode = 'ST004';
  elsif signer.disabled_at is not null then
    raise exception 'staff % is disabled', signer.id using errcode = 'ST002';
  end if;
  is_maker := exists (select from staff_change_edit e where e.change_id = change.id and e.staff_id = signer.id);
  if new.role = 'checker' and is_maker then
    raise exception 'staff % shaped change % and cannot check it', signer.id, change.id using errcode = 'ST005';
  elsif new.role = 'maker' and not is_maker then
    raise exception 'staff % did not shape change %', signer.id, change.id using errcode = 'ST005';
  elsif not (signer.roles && (case new.role when 'maker' then kind.maker_roles else kind.checker_roles end)) then
    raise exception 'staff % may not sign % as %', signer.id, change.kind, new.role using errcode = 'ST002';
  end if;
  signed := E'tidemark staff change v1\n' || change.id || E'\n' || encode(new.payload_hash, 'hex');
  if new.passkey_id is null and exists (select from staff_passkey p where p.staff_id = signer.id and p.removed_at is null) then
    raise exception 'staff % signs with a passkey', signer.id using errcode = 'ST006';
  elsif new.passkey_id is not null and not exists
    (select from staff_passkey p where p.id = new.passkey_id and p.staff_id = signer.id and p.removed_at is null
        and staff_passkey_signed(p, new.assertion, signed)) then
    raise exception 'passkey % of staff % did not sign this', new.passkey_id, signer.id using errcode = 'ST006';
  end if;
  return new;
end $$;

-- Adds a passkey. Whoever has one proves the next with it: a session that was opened by SQL cannot sign for such an account, and cannot
-- give itself a passkey that could.
create function staff_add_passkey(session_token_hash bytea, new_credential text, new_key bytea, new_counter bigint, new_name text,
                                  by_passkey bigint, assertion text)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made bigint; signed text;
begin
  actor := staff_acting(session_token_hash);
  perform from staff_account where id = actor.id for update; -- Of two first passkeys at once, one is the first.
  if not (octet_length(new_key) = 77 and substr(new_key, 1, 10) = '\xa5010203262001215820' and substr(new_key, 43, 3) = '\x225820') then
    raise exception 'a passkey of staff is an ES256 key' using errcode = '22023';
  end if;
  signed := E'tidemark staff passkey v1\n' || actor.id || E'\n' || encode(sha256(new_key), 'hex');
  if exists (select from staff_passkey p where p.staff_id = actor.id and p.removed_at is null)
     and not exists (select from staff_passkey p where p.id = by_passkey and p.staff_id = actor.id and p.removed_at is null
                        and staff_passkey_signed(p, assertion, signed)) then
    raise exception 'staff % adds a passkey with one that it has', actor.id using errcode = 'ST006';
  end if;
  insert into staff_passkey (staff_id, credential_id, public_key, counter, name)
  values (actor.id, new_credential, new_key, new_counter, new_name) on conflict (credential_id) do nothing returning id into made;
  if made is null then return null; end if;
  insert into trail (actor, action, subject, details)
  values ('staff:' || actor.id, 'passkey.added', 'staff:' || actor.id,
          json_build_object('passkey', made::text, 'name', new_name, 'by', by_passkey)::text);
  return made;
end $$;
revoke insert on staff_passkey from admin;
revoke insert (staff_id, credential_id, public_key, counter, name), update (removed_at) on staff_passkey from admin;

-- An edit brings back no payload that was signed before: a signature of it would count again, under another reason.
create or replace function staff_edit(session_token_hash bytea, change bigint, body text, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; found staff_change;
begin
  select * into found from staff_change where id = change and state = 'waiting' and expires_at > app_now() for update;
  if found.id is null then raise exception 'change % does not wait', change using errcode = 'ST003'; end if;
  actor := staff_acting(session_token_hash, (select maker_roles from staff_change_kind where kind = found.kind));
  if exists (select from staff_change_edit e where e.change_id = change and e.payload = body) then
    raise exception 'change % had this payload before', change using errcode = 'ST008';
  end if;
  update staff_change set payload = body, reason = why, subject = change_subject(found.kind, body::jsonb) where id = change;
  insert into staff_change_edit (change_id, staff_id, payload) values (change, actor.id, body);
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, 'change.edited', 'change:' || change, why, json_build_object('payload', body)::text);
end $$;

-- A stop is not refused because somebody wrote another version at the same moment: it follows that one.
create or replace function staff_switch_off(session_token_hash bytea, switch text, why text) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made int;
begin
  actor := staff_acting(session_token_hash, '{operator,risk,security,finance}');
  if switch not like 'switch.%' then raise exception '% is no switch', switch using errcode = 'ST008'; end if;
  perform pg_advisory_xact_lock(hashtextextended('stop ' || switch, 0)); -- Stops wait for each other; other writers are tried again.
  for attempt in 1 .. 10 loop
    begin
      insert into setting (key, version, value, set_by, reason)
      select switch, coalesce(max(version), 0) + 1, 'false', 'staff:' || actor.id, why from setting where key = switch
      returning version into made;
      exit;
    exception when unique_violation then
      if attempt = 10 then raise; end if;
    end;
  end loop;
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'switch.off', 'setting:' || switch, why);
  return made;
end $$;

-- What the functions of the database write about decisions, nobody notes by hand.
create or replace function trail_note(session_token_hash bytea, action text, subject text, reason text, details text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made bigint;
begin
  actor := staff_acting(session_token_hash);
  if action ~ '^(change|setting|staff|switch|document|passkey|case|user)\.' then
    raise exception '% is not noted by hand', action using errcode = 'ST002';
  end if;
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, trail_note.action, trail_note.subject, trail_note.reason, trail_note.details) returning id into made;
  return made;
end $$;

-- What is opened under a record of the view is given out only once that record is committed: by another transaction, in the last minute.
-- Otherwise somebody could read, and roll the record back.
alter table kyc_view add column xact xid8 not null default pg_current_xact_id();
alter table media_view add column xact xid8 not null default pg_current_xact_id();

create function desk_view_case(session_token_hash bytea, the_case bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{identity,risk}');
  insert into trail (actor, action, subject) select 'staff:' || actor.id, 'case.viewed', 'case:' || c.id from kyc_case c where c.id = the_case;
  perform kyc_open(the_case, actor.id);
end $$;
create or replace function desk_open_case(session_token_hash bytea, the_case bigint) returns table (key_id text, sealed bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{identity,risk}');
  return query select c.key_id, c.sealed from kyc_case c where c.id = the_case and c.sealed is not null
    and exists (select from kyc_view v where v.case_id = c.id and v.staff_id = actor.id and v.xact <> pg_current_xact_id()
                   and v.at > app_now() - interval '1 minute');
end $$;

create function desk_view_file(session_token_hash bytea, file text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash);
  return exists (select from media_open(file, 'staff:' || actor.id, array(select 'staff:' || r from unnest(actor.roles) r)));
end $$;
create or replace function desk_open_file(session_token_hash bytea, file text)
returns table (owner_id bigint, content_type text, sha256 bytea, key_id text, wrapped_key bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash);
  return query select f.owner_id, f.content_type, f.sha256, f.key_id, f.wrapped_key
    from media_file f join media_view v on v.file_id = f.id join media_grant g on g.id = v.grant_id
   where f.id = file and f.mode = 'sealed' and f.removed_at is null
     and v.viewer = 'staff:' || actor.id and v.xact <> pg_current_xact_id() and v.at > app_now() - interval '1 minute'
     and g.revoked_at is null and (g.until is null or g.until > app_now())
   order by v.id desc limit 1;
end $$;

do $$
declare signature text;
begin
  foreach signature in array array['staff_add_passkey(bytea, text, bytea, bigint, text, bigint, text)',
    'desk_view_case(bytea, bigint)', 'desk_view_file(bytea, text)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to admin', signature);
  end loop;
end $$;
