import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../../test/testbed.ts';

const ROLES = ['app', 'admin', 'engine', 'worker', 'feed', 'audit'] as const;
const TABLES = ['seconds_bet', 'seconds_settlement', 'seconds_market', 'seconds_day'] as const;
const REFUSED = '42501';
const CHECKED = '23514';
const RAISED = 'P0001';
const TWICE = '23505';

let testbed: Testbed;

/** A running bet: entered at 60,000 at 1,000 s, so that its exit is due at 1,030 s and late at 1,040 s. */
const BET = {
  user_id: 7,
  book: 'real',
  market: 1,
  side: 'up',
  seconds: 30,
  stake: 100,
  currency: 'USDT',
  terms: 0,
  payout_rate: 0.85,
  entry_delay_ms: 1_000,
  cancel_lead_ms: 1_000,
  void_after_ms: 10_000,
  accepted_ms: 999_000,
  accepted_seq: 4,
  receipt_hash: 'a',
  key: '01900000-0000-7000-8000-000000000000',
  at: '2026-11-18T00:00:00Z',
  status: 'settled',
  entry_seq: 9,
  entry_ms: 1_000_000,
  entry_price: 60_000,
  entry_block: 3,
};
const END = {
  user_id: 7,
  book: 'real',
  market: 1,
  side: 'up',
  seconds: 30,
  stake: 100,
  currency: 'USDT',
  payout_rate: 0.85,
  outcome: 'profit',
  returned: 185,
  entry_seq: 9,
  entry_ms: 1_000_000,
  entry_price: 60_000,
  exit_seq: 50,
  exit_ms: 1_030_000,
  exit_price: 60_001,
  exit_block: 30,
  day: '2026-11-18',
  chain_place: 1,
  chain_hash: 'b',
  at: '2026-11-18T00:00:00Z',
};

const insert = (table: string, row: Record<string, unknown>) =>
  `insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row)
    .map((value) => (value === null ? 'null' : `'${value}'`))
    .join()})`;

let ids = { bet: 0n, settlement: 0n }; // Of today, because partitions are made for days.
const betRow = (columns: Record<string, unknown> = {}) => insert('seconds_bet', { id: ids.bet, ...BET, ...columns });
const endRow = (columns: Record<string, unknown> = {}) =>
  insert('seconds_settlement', { bet: ids.bet, id: ids.settlement, ...END, ...columns });

/** A bet and its end, as the engine might write them. */
const ending = (end: Record<string, unknown>) => testbed.attempt('engine', `${betRow()}; ${endRow(end)}`);

beforeAll(async () => {
  testbed = await openTestbed('app');
  ids = { bet: testbed.nextId(), settlement: testbed.nextId() };
});

describe('results of bets', () => {
  it('are written and changed by the engine alone, and deleted by nobody', async () => {
    for (const table of TABLES)
      for (const role of ROLES) {
        const tried = async (statement: string) => [role, table, await testbed.attempt(role, statement)];
        if (role !== 'engine') {
          expect(await tried(`insert into ${table} default values`)).toEqual([role, table, REFUSED]);
          expect(await tried(`update ${table} set market = market`)).toEqual([role, table, REFUSED]);
        }
        expect(await tried(`delete from ${table}`)).toEqual([role, table, REFUSED]);
        expect(await tried(`truncate ${table}`)).toEqual([role, table, REFUSED]);
      }
    for (const column of ['outcome', 'returned', 'exit_price', 'chain_hash'])
      expect(await testbed.attempt('engine', `update seconds_settlement set ${column} = ${column}`)).toBe(REFUSED);
  });

  it('keep what a bet was: the engine changes only what became of it', async () => {
    const kept = ['user_id', 'side', 'seconds', 'stake', 'payout_rate', 'accepted_ms', 'terms', 'receipt_hash', 'key'];
    for (const column of kept)
      expect([column, await testbed.attempt('engine', `update seconds_bet set ${column} = ${column}`)]).toEqual([
        column,
        REFUSED,
      ]);
  });

  it('are those of the rule: the database refuses another, also from the engine', async () => {
    expect(await ending({})).not.toMatch(/^[A-Z0-9]{5}$/);
    const wrong = {
      'a loss at a higher price': { outcome: 'loss', returned: 0 },
      'a flat one as a loss': { outcome: 'loss', returned: 0, exit_price: 60_000 },
      'more than the payout': { returned: 186 },
      'an exit that was not due': { exit_ms: 1_029_999 },
      'an exit before the entry': { exit_seq: 9 },
      'no exit': { exit_seq: null, exit_ms: null, exit_price: null, exit_block: null },
    };
    for (const [what, end] of Object.entries(wrong)) expect([what, await ending(end)]).toEqual([what, CHECKED]);
    const foreign = {
      'another stake': { stake: 200, returned: 370 },
      'another side': { side: 'down', exit_price: 59_999 },
      'another length': { seconds: 10 },
      'another entry price': { entry_price: 59_999 },
      'another user': { user_id: 8 },
      'an exit that was late': { exit_ms: 1_040_000 },
      'void instead': {
        outcome: 'void',
        returned: 100,
        exit_seq: null,
        exit_ms: null,
        exit_price: null,
        exit_block: null,
      },
      'a bet that does not exist': { bet: testbed.nextId() },
    };
    for (const [what, end] of Object.entries(foreign)) expect([what, await ending(end)]).toEqual([what, RAISED]);
  });

  it('exist once for a bet', async () => {
    const twice = `${betRow()}; ${endRow()}; ${endRow({ id: testbed.nextId() })}`;
    expect(await testbed.attempt('engine', twice)).toBe(TWICE);
  });

  it('never change: neither the entry, nor the cancel, nor the end of a bet', async () => {
    const open = { status: 'running', cancel_ms: 999_500 };
    const change = (bet: Record<string, unknown>, to: string) =>
      testbed.attempt('engine', `${betRow(bet)}; update seconds_bet set ${to} where id = ${ids.bet}`);
    for (const to of [
      'entry_price = 59000',
      'entry_ms = 1000001',
      'cancel_ms = 999600',
      "status = 'waiting', entry_seq = null",
    ])
      expect([to, await change(open, to)]).toEqual([to, RAISED]);
    expect(await change({}, "status = 'void'")).toBe(RAISED);
    expect(await change(open, "status = 'settled'")).not.toBe(RAISED);
  });

  it('have an entry tick at least a second after acceptance, and not too late', async () => {
    for (const entry_ms of [999_999, 1_010_000])
      expect(await testbed.attempt('engine', betRow({ entry_ms }))).toBe(CHECKED);
  });
});
