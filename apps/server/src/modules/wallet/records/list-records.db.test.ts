import { firstIdAt, type TimeOrderedId, timeOfId } from '@app/base';
import { type Entry, entry, externalAccount, hold, move, release, userAccount } from '@app/domain/ledger';
import { recordGroup } from '@app/domain/wallet';
import { type Amount, add, formatDecimal, negate, ZERO } from '@app/money';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../../test/testbed.ts';
import { insertChange } from '../wallet.store.ts';
import { changeFacts } from './change-facts.ts';
import {
  listAccountRecords,
  listRecords,
  RECORD_ENTRIES_MAX,
  type RecordDeps,
  type RecordQuery,
} from './list-records.ts';

let testbed: Testbed;
let deps: RecordDeps;

beforeAll(async () => {
  testbed = await openTestbed('app');
  await testbed.allowKinds('app', 'deposit', 'withdrawal', 'spot.hold', 'spot.release', 'spot.fill', 'demo.grant');
  deps = { db: testbed.db, ledger: testbed.ledger, facts: [changeFacts] };
});

type Kind = 'demo.grant' | 'wallet.change' | 'spot.hold' | 'spot.release' | 'spot.fill';
type Step = { readonly kind: Kind; readonly coin: 'BTC' | 'USDT'; readonly units: number };
type Record = Awaited<ReturnType<typeof listRecords>>['list'][number];

const OTHER = { BTC: 'USDT', USDT: 'BTC' } as const;
let refs = 0;

/** Returns a transfer of demo money that needs no balance: what it takes, an outside account has put there before. */
function entriesOf(userId: bigint, { kind, coin, units }: Step): readonly Entry[] {
  const size = amount(String(units));
  const spot = (currency: string) => userAccount(userId, 'exchange', currency);
  const outside = (currency: string) => externalAccount('demo-grant', currency);
  if (kind === 'demo.grant') return move(size, outside(coin), spot(coin));
  if (kind === 'wallet.change') return move(size, spot(coin), userAccount(userId, 'wallet', coin));
  if (kind === 'spot.hold') return hold(size, spot(coin));
  if (kind === 'spot.release') return release(size, spot(coin));
  const other = OTHER[coin];
  return [
    entry(spot(coin), { available: negate(size) }),
    entry(outside(coin), { available: size }),
    entry(outside(other), { available: negate(size) }),
    entry(spot(other), { available: size }),
  ];
}

async function openAccounts(userId: bigint): Promise<void> {
  const own = (['BTC', 'USDT'] as const).flatMap((coin) => [
    ...(['wallet', 'exchange'] as const).map((kind) => userAccount(userId, kind, coin)),
    externalAccount('demo-grant', coin),
  ]);
  await testbed.ledger.open(testbed.db, 'demo', own);
  const rich = own.slice(0, 6).filter(({ kind }) => kind === 'exchange');
  for (const account of rich) {
    const entries = [
      ...move(amount('1000000'), externalAccount('demo-grant', account.currency), account),
      entry(account, { available: amount('-500000'), frozen: amount('500000') }),
    ];
    refs += 1;
    const ref = `rich ${refs}`;
    await testbed.transact((tx) => testbed.ledger.post(tx, [{ kind: 'demo.grant', ref, mode: 'demo', entries }]));
  }
}

const post = (userId: bigint, steps: readonly Step[]) =>
  testbed.transact((tx) =>
    testbed.ledger.post(
      tx,
      steps.map((step) => {
        refs += 1;
        return { kind: step.kind, ref: `${userId}:${refs}`, mode: 'demo', entries: entriesOf(userId, step) };
      }),
    ),
  );

const mine = (userId: bigint) => ({ userId, mode: 'demo' }) as const;

/** Reads pages until the end. */
async function readAll(
  userId: bigint,
  query: Omit<RecordQuery, 'limit'>,
  limit: number,
  between?: () => Promise<unknown>,
) {
  const records: Record[] = [];
  let before: bigint | undefined;
  do {
    const { list, next } = await listRecords(deps, mine(userId), { ...query, limit, before });
    records.push(...list);
    before = next ?? undefined;
    await between?.();
  } while (before !== undefined);
  return records;
}

/** Reads the ledger's own tables, without any of the code under test. */
async function bruteForce(
  userId: bigint,
  { currency, kind, holds, from = 0, to = 2 ** 50 }: Omit<RecordQuery, 'limit'>,
) {
  const root = await testbed.bare('postgres');
  const { rows } = await root.query<{ id: string; kind: string; net: string }>(
    `select id, kind, sum(abs(available) + abs(frozen))::text as net
       from (select t.id, t.kind, sum(e.available_delta) as available, sum(e.frozen_delta) as frozen
               from ledger_entry e join ledger_transfer t on t.id = e.transfer join ledger_account a on a.id = e.account
              where a.owner = $1 and a.book = 'demo' and ($2::text is null or a.currency = $2)
              group by t.id, t.kind, a.id) changed
      group by id, kind order by id desc`,
    [`user:${userId}`, currency ?? null],
  );
  await root.end();
  return rows
    .map((row) => ({ ...row, group: recordGroup(row.kind), at: timeOfId(BigInt(row.id) as TimeOrderedId) }))
    .filter(({ group }) => (kind === undefined ? holds === true || group !== 'hold' : group === kind))
    .filter(({ at }) => at >= from && at < to);
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('demo.grant', 'wallet.change', 'spot.hold', 'spot.release', 'spot.fill'),
    coin: fc.constantFrom('BTC', 'USDT'),
    units: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('records of all accounts', () => {
  it('given any history and filter, then pages of any size have exactly what a filter over the tables finds', async () => {
    let user = 1_000n;
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.record({
          currency: fc.constantFrom(undefined, 'BTC', 'USDT'),
          kind: fc.constantFrom(undefined, 'trade', 'in', 'transfer', 'hold', 'out'),
          holds: fc.boolean(),
        }),
        fc.integer({ min: 1, max: 7 }),
        fc.nat({ max: 60 }),
        async (history, filter, limit, cut) => {
          user += 1n;
          await openAccounts(user);
          for (const step of history) await post(user, [step]);
          const all = await bruteForce(user, { holds: true });
          const from = all[cut % all.length]?.at; // A moment between two records.
          const query = cut % 3 === 0 ? filter : cut % 3 === 1 ? { ...filter, from } : { ...filter, to: from };
          const found = await readAll(user, query, limit);
          const expected = await bruteForce(user, query);
          expect(found.map(({ id, kind }) => [String(id), kind])).toEqual(expected.map(({ id, kind }) => [id, kind]));
          const sizes = found.map(({ entries }) =>
            entries.reduce((sum, { available, frozen }) => sum + absolute(available) + absolute(frozen), 0n),
          );
          expect(sizes).toEqual(expected.map(({ net }) => amount(net)));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('given transfers that arrive while pages are read, then each older one is listed once', async () => {
    await openAccounts(1n);
    for (let round = 0; round < 12; round++) await post(1n, [{ kind: 'spot.fill', coin: 'BTC', units: 1 }]);
    const before = await bruteForce(1n, {});
    const found = await readAll(1n, {}, 2, () =>
      Promise.all(Array.from({ length: 10 }, () => post(1n, [{ kind: 'spot.fill', coin: 'USDT', units: 1 }]))),
    );
    const ids = found.map(({ id }) => String(id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  it('given a rare kind behind more entries than one call reads, then pages are short, say how far they looked, and reach it', async () => {
    await openAccounts(2n);
    await post(2n, [{ kind: 'wallet.change', coin: 'USDT', units: 3 }]);
    const many = Array.from(
      { length: RECORD_ENTRIES_MAX + 300 },
      () => ({ kind: 'spot.hold', coin: 'BTC', units: 1 }) as const,
    );
    await post(2n, many);
    const first = await listRecords(deps, mine(2n), { kind: 'transfer', limit: 5 });
    expect(first.list).toEqual([]);
    expect(first.next).not.toBeNull();
    expect(first.searched_to).toBe(timeOfId(first.next as TimeOrderedId));
    const second = await listRecords(deps, mine(2n), { kind: 'transfer', limit: 5, before: first.next ?? 0n });
    expect([second.list.map(({ kind }) => kind), second.next]).toEqual([['wallet.change'], null]);
  });

  it('shows nothing of another user or of the other mode', async () => {
    await openAccounts(3n);
    await testbed.fund(3n, 'wallet', 'USDT', '7');
    const { list: real } = await listRecords(deps, { userId: 3n, mode: 'real' }, { limit: 100 });
    expect(real.map(({ kind, entries }) => [kind, entries.map((it) => formatDecimal(it.available))])).toEqual([
      ['deposit', ['7']],
    ]);
    expect((await listRecords(deps, mine(33n), { limit: 100 })).list).toEqual([]);
    const strangers = await listRecords(deps, mine(33n), { limit: 100, before: real[0]?.id });
    expect(strangers).toMatchObject({ list: [], next: null });
  });

  it('names the receipt of a transfer between own accounts, among others of the same amount', async () => {
    await openAccounts(4n);
    const ids: bigint[] = [];
    for (let round = 0; round < 3; round++)
      await testbed.transact(async (tx) => {
        const id = testbed.nextId();
        ids.unshift(id);
        const change = { id, ...mine(4n), from: 'exchange', to: 'wallet', currency: 'USDT', amount: amount('5') };
        await insertChange(tx, change);
        refs += 1;
        const entries = entriesOf(4n, { kind: 'wallet.change', coin: 'USDT', units: 5 });
        await testbed.ledger.post(tx, [{ kind: 'wallet.change', ref: `4:${refs}`, mode: 'demo', entries }]);
      });
    const { list } = await listRecords(deps, mine(4n), { kind: 'transfer', limit: 10 });
    expect(list.map(({ facts }) => facts)).toEqual(ids.map((change_id) => ({ of: 'change', change_id })));
  });
});

describe('the ledger of one account', () => {
  it('given pages by number and by `before`, then both have each transfer once, and its changes add up to the balance', async () => {
    await openAccounts(5n);
    for (let round = 0; round < 23; round++)
      await post(5n, [{ kind: round % 2 === 0 ? 'spot.fill' : 'spot.hold', coin: 'BTC', units: round + 1 }]);
    const of = { account: 'exchange', currency: 'BTC' } as const;
    const first = await listAccountRecords(deps, mine(5n), { ...of, page: 1, limit: 10 });
    expect([first.list.length, first.total]).toEqual([10, 24]);
    const numbered = await listAccountRecords(deps, mine(5n), { ...of, page: 2, limit: 10 });
    const next = await listAccountRecords(deps, mine(5n), { ...of, page: 1, limit: 10, before: first.next ?? 0n });
    expect(next.list).toEqual(numbered.list);
    const last = await listAccountRecords(deps, mine(5n), { ...of, page: 1, limit: 10, before: next.next ?? 0n });
    expect([last.list.length, last.next]).toEqual([4, null]);
    const [account] = await testbed.ledger.read(testbed.db, 'demo', [userAccount(5n, 'exchange', 'BTC')]);
    const all = [...first.list, ...next.list, ...last.list];
    const total = (part: 'available' | 'frozen') => all.reduce<Amount>((sum, row) => add(sum, row[part]), ZERO);
    expect([total('available'), total('frozen')]).toEqual([account?.available, account?.frozen]);
  });

  it('given a time before the first id, then nothing is found and nothing fails', async () => {
    expect(await listRecords(deps, mine(5n), { limit: 5, to: 1 })).toMatchObject({ list: [], next: null });
    expect((await listRecords(deps, mine(5n), { limit: 5, from: 9e15 })).list).toEqual([]);
    expect(firstIdAt(Date.now())).toBeGreaterThan(0n);
  });
});

const absolute = (value: bigint) => (value < 0n ? -value : value);
