import { NAMED_STAFF_ROUTES } from '@app/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF_ACCESS } from '../../test/staff-expectations.ts';
import { openTestbed, type Testbed } from '../../test/testbed.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('admin');
});

type Found = { name: string; rights: string };

const rowsOf = async (query: string, values: unknown[] = []): Promise<Found[]> =>
  (await (await testbed.bare('migrate')).query<Found>(query, values)).rows;

/** What an operator could gain from changing: balances, prices, outcomes and their evidence. */
const OUTCOMES = [
  ...['ledger_account', 'ledger_transfer', 'ledger_entry', 'ledger_checkpoint', 'ledger_seal', 'ledger_audit'],
  ...[
    'ledger_breach',
    'ledger_right',
    'external_payment',
    'deposit_claim',
    'chain_unexplained',
    'wallet_change',
    'convert_quote',
    'conversion',
  ],
  ...['price_block', 'price_ticks', 'price_ticks_kept', 'price_head', 'price_key', 'candle', 'candle_origin'],
  ...['receipt', 'receipt_seal', 'receipt_late', 'engine_inbox', 'spot_order', 'spot_fill', 'spot_matching'],
  ...['contract_position', 'contract_lot', 'contract_settlement', 'contract_overnight', 'contract_charge'],
  ...['contract_market', 'seconds_bet', 'seconds_settlement', 'seconds_market', 'seconds_day', 'lease'],
  ...['setting', 'trail', 'trail_link', 'trail_seal', 'trail_check'],
  ...['staff_account', 'staff_change', 'staff_change_kind', 'staff_change_edit', 'staff_signature', 'staff_invite'],
];

/** Every table that role admin may write to, with the rights and the reason; everything else it only reads. */
const WRITABLE: Readonly<Record<string, string>> = {
  attempt: 'INSERT,UPDATE', // Counts wrong passwords and codes.
  notice: 'INSERT', // Tells users what staff decided about them.
  outbox: 'INSERT', // Events of what staff decided.
  passkey_challenge: 'INSERT,UPDATE',
  receipt_breach: 'UPDATE', // Says how a breach was resolved; the breach itself stays.
  staff_authenticator: 'UPDATE', // Uses a code up.
  staff_passkey: 'UPDATE', // Counts signatures.
  staff_session: 'INSERT,UPDATE',
  timer: 'DELETE,INSERT,UPDATE', // Deadlines of what staff decided.
};

/** Functions with other rights than their caller's that role admin may execute. Each checks who acts, or only reads. */
const FUNCTIONS = [
  'deposit_claim_refuse',
  'desk_claim_next',
  'desk_decide',
  'desk_find_users',
  'desk_freeze',
  'desk_look_up',
  'desk_open_case',
  'desk_open_file',
  'desk_open_payout',
  'desk_read',
  'desk_release',
  'desk_reveal',
  'desk_view_case',
  'desk_view_file',
  'desk_view_payout',
  'payout_refuse',
  'staff_acting',
  'staff_add_passkey',
  'staff_disable',
  'staff_edit',
  'staff_enrol',
  'staff_execute',
  'staff_invite_to',
  'staff_propose',
  'staff_refuse',
  'staff_sign',
  'staff_switch_off',
  'trail_note',
  'withdrawal_refuse',
];

/** Every column about a user that role admin reads. None is a password, code, key, phrase, address or telephone number. */
const READ_OF_USERS: Readonly<Record<string, readonly string[]>> = {
  user_account: [
    ...['closed_at', 'closing_due_at', 'country', 'created_at', 'frozen_at', 'id', 'invite_code', 'lang', 'nickname'],
    ...['roles', 'verification', 'withdrawals_held_until'],
  ],
  session: ['book', 'device_id', 'ended_at', 'id', 'ip', 'last_seen_at', 'signed_in_at', 'user_agent', 'user_id'],
  device: ['first_seen_at', 'id', 'user_agent', 'user_id'],
  authenticator: ['bound_at', 'user_id'],
  passkey: ['created_at', 'id', 'name', 'removed_at', 'user_id'],
  notice: ['at', 'category', 'id', 'kind', 'params', 'read_at', 'subject', 'user_id'],
  personal_limit: ['amount', 'kind', 'next_amount', 'next_from', 'next_until', 'until', 'user_id'],
};

/** Tables about users of which role admin reads nothing: what it needs of them, functions return and record. */
const UNREAD = [
  'session_token',
  'one_time_code',
  'freeze_link',
  'step_up',
  'message_job',
  'payee_address',
  'payee_bank',
];

/** Columns that are named like a secret and that role admin reads all the same. */
const NAMED_LIKE_SECRETS: readonly string[] = [
  'attempt.key', // What was tried too often.
  ...['chain_attempt.tx_hash', 'chain_payment.tx_hash'], // Public.
  ...['chain_sweep.code_hash', 'chain_sweep.tx_hash', 'chain_sweep_attempt.tx_hash'], // Public.
  ...['contract_overnight.chain_hash', 'contract_position.chain_hash', 'contract_position.key'], // Public chains; keys of requests.
  'currency.code',
  // Of public blocks and transactions; the hash of an extended public key.
  ...['deposit.block_hash', 'deposit.tx_hash', 'deposit_block.hash', 'deposit_chain.key_hash', 'deposit_claim.tx_hash'],
  'fiat_rate.currency_code',
  ...['kyc_case.hash_key', 'kyc_case.number_hash', 'kyc_picture.file_hash', 'kyc_reason.code', 'kyc_verdict.body_hash'], // Hashes that find duplicates.
  ...['ledger_audit.seal_breach', 'ledger_seal.sealed_at', 'ledger_transfer.digest'],
  'payout.card_hash', // Of details with a random part.
  ...['price_block.hash', 'price_block.key_id', 'price_head.hash', 'price_key.public_key'], // Public.
  ...['seconds_bet.key', 'seconds_bet.receipt_hash', 'seconds_market.chain_hash', 'seconds_settlement.chain_hash'],
  ...['setting.key', 'spot_order.key'],
  // Of staff, whom this process logs in; the authenticator's key is sealed.
  ...['staff_account.password_hash', 'staff_authenticator.key_id', 'staff_authenticator.sealed'],
  ...[
    'staff_change.payload_hash',
    'staff_invite.token_hash',
    'staff_passkey.credential_id',
    'staff_passkey.public_key',
  ],
  ...[
    'staff_session.device_key',
    'staff_session.token_hash',
    'staff_signature.passkey_id',
    'staff_signature.payload_hash',
  ],
  ...['trail_link.hash', 'trail_seal.hash'],
  'user_account.invite_code', // It is given away.
];

/** Columns that role admin may read, by table. */
const readColumns = () =>
  rowsOf(
    `select c.relname as name, string_agg(a.attname, ',' order by a.attname) as rights
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
        and has_column_privilege('admin', c.oid, a.attnum, 'select')
      group by c.relname order by c.relname`,
  );

describe('role admin', () => {
  it('reads of users what support shows, and no table of secrets', async () => {
    const read = new Map((await readColumns()).map(({ name, rights }) => [name, rights.split(',')]));
    for (const [table, columns] of Object.entries(READ_OF_USERS))
      expect([table, read.get(table)]).toEqual([table, columns]);
    for (const table of UNREAD) expect([table, read.get(table)]).toEqual([table, undefined]);
    const { rows } = await (await testbed.bare('migrate')).query(
      'select to_regclass(t) as found from unnest($1::text[]) t',
      [UNREAD],
    );
    expect(rows.filter(({ found }) => found === null)).toEqual([]);
  });

  it('reads no column that is named like a secret, but those listed', async () => {
    const named = (await readColumns()).flatMap(({ name, rights }) =>
      rights
        .split(',')
        .filter((column) => /hash|seal|secret|token|password|phrase|code|key|seed|credential|digest/.test(column))
        .map((column) => `${name}.${column}`),
    );
    expect(named).toEqual(NAMED_LIKE_SECRETS);
  });

  it('writes to no table but those listed, in no column', async () => {
    const rows = await rowsOf(
      `select c.relname as name, string_agg(p.verb, ',' order by p.verb) as rights
         from pg_class c, unnest('{INSERT,UPDATE,DELETE,TRUNCATE}'::text[]) p(verb)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and (has_table_privilege('admin', c.oid, p.verb)
               or (p.verb in ('INSERT', 'UPDATE') and has_any_column_privilege('admin', c.oid, p.verb)))
        group by c.relname`,
    );
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(WRITABLE);
  });

  it('reaches no balance, price, order, position, bet or piece of evidence, whole or by partition', async () => {
    const rows = await rowsOf(
      `select c.relname as name from pg_class c
        where c.relname = any($1) or exists (select from pg_inherits i where i.inhrelid = c.oid
              and i.inhparent::regclass::text = any($1))`,
      [OUTCOMES],
    );
    expect(rows.length).toBeGreaterThan(OUTCOMES.length);
    const touched = await rowsOf(
      `select c.relname as name, p.verb as rights from pg_class c, unnest('{INSERT,UPDATE,DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) p(verb)
        where c.relname = any($1) and has_table_privilege('admin', c.oid, p.verb)`,
      [rows.map(({ name }) => name)],
    );
    expect(touched).toEqual([]);
    for (const name of OUTCOMES) {
      expect(
        rows.map((row) => row.name),
        'a table that exists',
      ).toContain(name);
      expect(WRITABLE).not.toHaveProperty(name);
    }
  });

  it('executes no function with other rights but those listed', async () => {
    const rows = await rowsOf(
      `select distinct p.proname as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
          and has_function_privilege('admin', p.oid, 'execute') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(FUNCTIONS);
  });

  it('has no route of its own for an outcome: every route is about staff, changes, settings or the trail', () => {
    const paths = NAMED_STAFF_ROUTES.map(([, { path }]) => path);
    expect(paths.filter((path) => !path.startsWith('/staff/'))).toEqual([]);
    expect(Object.keys(STAFF_ACCESS)).toHaveLength(NAMED_STAFF_ROUTES.length);
  });
});
