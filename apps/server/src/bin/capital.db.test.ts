import { beforeAll, describe, expect, it } from 'vitest';
import { aVenueTick, openSpotTestbed, type SpotTestbed, until } from '../../test/spot-testbed.ts';
import { audit } from '../modules/ledger/index.ts';
import { runCapital } from './capital-app.ts';

let testbed: SpotTestbed;

beforeAll(async () => {
  testbed = await openSpotTestbed();
});

const ETH = 'ETH/USDT';
const pay = (text: string, { as = 'migrate' as 'migrate' | 'app' | 'custody', ref = 'a payment' } = {}) =>
  runCapital(testbed.as(as), ['--mode', 'real', '--ref', ref, '--reason', 'a test', ...text.split(' ')], 0).then(
    (lines) => lines.join('; '),
    (error: Error) => error.message,
  );
const auditNow = async () => (await audit(testbed.as('worker').db, async () => {}))?.breaches;
const setMarket = (symbol: string, isOpen: boolean) =>
  testbed.root.query(
    `insert into setting (key, version, value, set_by, reason)
     select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'a test', 'a test' from setting where key = $1`,
    [`switch.market.${symbol}`, String(isOpen)],
  );

describe('the capital command', () => {
  it('given a reserve, when capital is paid in twice with one reference, then it arrives once, with its record', async () => {
    const order = '--account insurance --currency USDT --amount 1000.5';
    expect(await pay(order, { ref: 'i-1' })).toBe(
      '1000.5 USDT paid in; house:insurance insurance USDT: 0 before, 1000.5 now',
    );
    expect(await pay(order, { ref: 'i-1' })).toBe(
      'i-1 was paid before; nothing changed; house:insurance insurance USDT: 1000.5 before, 1000.5 now',
    );
    const { rows } = await testbed.root.query(
      `select kind, currency, trim_scale(amount)::text as amount, reason, recorded_by from external_payment where ref = 'i-1'`,
    );
    expect(rows).toEqual([
      { kind: 'capital.paid_in', currency: 'USDT', amount: '1000.5', reason: 'a test', recorded_by: 'migrate' },
    ]);
    expect(await auditNow()).toEqual([]);
  });

  it('given a reference, when another payment has it, then it is refused', async () => {
    await pay('--account capital --currency BTC --amount 2', { ref: 'c-1' });
    expect(await pay('--account capital --currency BTC --amount 3', { ref: 'c-1' })).toContain('was posted before');
    expect(await pay('--account capital --currency BTC --amount 2 --out', { ref: 'c-1' })).toContain('other direction');
    expect(await pay('--account capital --currency BTC --amount 2.1 --out', { ref: 'c-2' })).toContain(
      'has only 2 BTC',
    );
    expect(await pay('--account capital --currency BTC --amount 2 --out', { ref: 'c-2' })).toContain('0 now');
    expect(await auditNow()).toEqual([]);
  });

  it.each([
    ['--account house_ladder:BTC/USDT --currency SOL --amount 1', 'does not trade SOL'],
    ['--account house_ladder:NO/USDT --currency USDT --amount 1', '--account must be'],
    ['--account user:1 --currency USDT --amount 1', '--account must be'],
    ['--account capital --currency USDT --amount 0', '--amount must be positive'],
    ['--account capital --currency USDT --amount -1', 'amount'],
    ['--account capital --amount 1', '--currency is missing'],
    ['--account capital --currency USDT --amount 1 --mode demo', '--mode must be real'],
    ['--account house_ladder:BTC/USDT --currency USDT --amount 1 --out', 'must be halted'],
  ])('refuses: %s', async (text, why) => {
    expect(await pay(text)).toContain(why);
  });

  // Custody may open the account, because it takes from it what a reorganisation costs.
  it.each([
    ['app', 'open'],
    ['custody', 'post'],
  ] as const)('given role %s, when it runs the command, then the database refuses to %s', async (as, what) => {
    expect(await pay('--account capital --currency USDT --amount 1', { as })).toContain(`role ${as} may not ${what}`);
  });

  it('given a running engine, when inventory is paid in and out, then it quotes accordingly without a restart', async () => {
    const { id } = testbed.markets.find(({ symbol }) => symbol === ETH)!;
    const shows = async (asks: boolean, bids: boolean) =>
      await until(
        () => `${asks} asks and ${bids} bids`,
        async () => {
          await testbed.seal([aVenueTick(id, '3000')]);
          const { depth } = await testbed.untilShown('real', id, () => true);
          return depth.asks.length > 0 === asks && depth.bids.length > 0 === bids ? true : undefined;
        },
      );
    await shows(false, false);
    await pay(`--account house_ladder:${ETH} --currency USDT --amount 1000000`, { ref: 'l-1' });
    await shows(false, true);
    await pay(`--account house_ladder:${ETH} --currency ETH --amount 500`, { ref: 'l-2' });
    await shows(true, true);
    await setMarket(ETH, false);
    await shows(false, false);
    expect(await pay(`--account house_ladder:${ETH} --currency ETH --amount 500 --out`, { ref: 'l-3' })).toContain(
      '0 now',
    );
    await setMarket(ETH, true);
    await shows(false, true);
    expect(await auditNow()).toEqual([]);
  });
});
