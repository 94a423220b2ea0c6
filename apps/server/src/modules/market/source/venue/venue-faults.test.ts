import type { SourceQuote } from '@app/domain/market';
import { formatDecimal } from '@app/money';
import { type LocalVenueName, startLocalVenue, type VenueFaults } from '@app/testkit/venue';
import { afterEach, describe, expect, it } from 'vitest';
import { SAMPLE_MARKETS } from '../../../../../test/sample-markets.ts';
import { closeLater, closeVenues } from '../../../../../test/venue-testbed.ts';
import type { Log } from '../../../../platform/process/log.ts';
import { createVenue, type VenueOptions } from './create-venue.ts';

/** The library alone takes seconds to load on a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000, interval: 20 });
const BTC = SAMPLE_MARKETS.find(({ symbol }) => symbol === 'BTC/USDT')?.id;
const ETH = SAMPLE_MARKETS.find(({ symbol }) => symbol === 'ETH/USDT')?.id;
const PAUSES = { pollMs: 10, answerMs: 1_000, firstMs: 10, longestMs: 20 };
afterEach(closeVenues);

/** Starts a local venue and the adapter that reads it. */
async function open(name: LocalVenueName, options: Partial<VenueOptions> = {}) {
  const local = await startLocalVenue({ prices: { 'BTC/USDT': '64000.5', 'ETH/USDT': '3000' } });
  closeLater(() => local.stop());
  const warnings: string[] = [];
  const warn = ({ err }: { err: Error }) => warnings.push(err.message);
  const log = { warn } as unknown as Log; // Nothing else is logged.
  const protocol = name === 'local-b' ? 'kraken' : 'binance';
  const urls = { rest: `${local.url}/${name}` };
  const venue = createVenue(protocol, { markets: SAMPLE_MARKETS, log, name, urls, pauses: PAUSES, ...options });
  void venue.start();
  closeLater(() => venue.close());
  let taken: readonly SourceQuote[] = [];
  /** Reads the markets and prices quoted since the last call. */
  const quoted = (nowMs = Date.now()) => {
    taken = venue.take(nowMs);
    return Object.fromEntries(taken.map(({ market, price }) => [market, formatDecimal(price)]));
  };
  const quotesBoth = () => eventually(quoted).toEqual({ [`${BTC}`]: '64000.5', [`${ETH}`]: '3000' });
  /** Sets faults, and forgets what was quoted before they took effect. */
  const suffer = async (faults: VenueFaults) => {
    local.setFaults(faults);
    const before = sumOf(local.requestsOf(name));
    await eventually(() => sumOf(local.requestsOf(name))).toBeGreaterThan(before + 1);
    quoted();
  };
  return { local, venue, warnings, quoted, quotesBoth, suffer, taken: () => taken };
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
const LISTING = { 'local-a': '/api/v3/exchangeInfo', 'local-b': '/0/public/AssetPairs', 'local-c': '' };

describe.each(['local-a', 'local-b'] as const)('a venue with faults, read as %s', (name) => {
  it('given a scripted price, then it is quoted by the local source, to the last digit', async () => {
    const { quotesBoth, taken } = await open(name);
    await quotesBoth();
    expect(new Set(taken().map(({ source }) => source))).toEqual(new Set([name === 'local-a' ? 21 : 22]));
  });

  it.each<[string, Record<string, unknown>]>([
    ['no price', { lastPrice: null, c: null }],
    ['a price of zero', { lastPrice: '0', c: ['0', '1'] }],
    ['a negative price', { lastPrice: '-5', c: ['-5', '1'] }],
    ['a price in words', { lastPrice: 'NaN', c: ['NaN', '1'] }],
    ['an integer beyond all floats', { lastPrice: 'x', closeTime: 1e20, c: ['x'], t: [1e20] }],
  ])('given one market with %s, then only that market has no quote', async (_, fields) => {
    const { quoted, suffer } = await open(name);
    await suffer({ fields: { 'BTC/USDT': fields } });
    await eventually(quoted).toEqual({ [`${ETH}`]: '3000' });
  });

  it('given a market that is missing, then the others are quoted', async () => {
    const { quoted, suffer } = await open(name);
    await suffer({ missing: ['BTC/USDT'] });
    await eventually(quoted).toEqual({ [`${ETH}`]: '3000' });
  });

  it('given a market that is delisted, then the others are quoted; listed again, it is found without a restart', async () => {
    const { local, quoted, quotesBoth, suffer } = await open(name, { pauses: { ...PAUSES, listingMs: 50 } });
    await quotesBoth();
    await suffer({ delisted: ['BTC/USDT'] });
    await eventually(quoted).toEqual({ [`${ETH}`]: '3000' });
    local.setFaults({});
    await quotesBoth();
  });

  it('given a market that the venue has halted, then it has no quote', async () => {
    const { quoted, suffer } = await open(name, { pauses: { ...PAUSES, listingMs: 50 } });
    await suffer({ halted: ['BTC/USDT'] });
    await eventually(quoted).toEqual({ [`${ETH}`]: '3000' });
  });

  it.each<[string, VenueFaults]>([
    ['closes connections', { isDown: true }],
    ['never responds', { isSilent: true }],
    ['stops in the middle of a body', { isStalled: true }],
    ['is in maintenance', { answer: { status: 503, body: '<html>maintenance</html>' } }],
  ])('given it %s, then quotes resume when it is back, and its listing is not read again', async (_, faults) => {
    const { local, quotesBoth, suffer, warnings } = await open(name, { pauses: { ...PAUSES, answerMs: 300 } });
    await quotesBoth();
    await suffer(faults);
    await eventually(() => warnings.length).toBeGreaterThan(0);
    local.setFaults({});
    await quotesBoth();
    expect(local.requestsOf(name).get(LISTING[name])).toBe(1);
  });

  it.each<[string, VenueFaults]>([
    ['no JSON', { answer: { status: 200, body: 'maintenance' } }],
    ['an empty list', { answer: { status: 200, body: '[]' } }],
    ['null', { answer: { status: 200, body: '{"error":[],"result":null}' } }],
    ['a body of 100 megabytes', { hugeBytes: 100_000_000 }],
  ])('given a response of %s, then it is a failure, and quotes resume after it', async (_, faults) => {
    const { local, quotesBoth, suffer, warnings } = await open(name, { pauses: { ...PAUSES, answerMs: 5_000 } });
    await quotesBoth();
    await suffer(faults);
    await eventually(() => warnings.length).toBeGreaterThan(0);
    local.setFaults({});
    await quotesBoth();
  });

  it('given a venue that repeats one moment for ever, then it has no new quotes', async () => {
    const { local, venue, quotesBoth, suffer } = await open(name);
    await quotesBoth();
    await suffer({ isFrozen: true });
    const before = sumOf(local.requestsOf(name));
    await eventually(() => sumOf(local.requestsOf(name))).toBeGreaterThan(before + 5);
    expect(venue.take(Date.now())).toEqual([]);
  });

  it('given another clock of the database, then quotes are timed by that clock', async () => {
    const { local, venue, quotesBoth } = await open(name);
    await quotesBoth();
    const aheadMs = 3_600_000;
    local.setFaults({ clockSkewMs: aheadMs }); // The venue and the database agree; this machine is wrong.
    const timesOf = () => venue.take(Date.now() + aheadMs).map(({ atMs }) => Math.round((atMs - Date.now()) / 60_000));
    await eventually(timesOf).toEqual([60, 60]);
  });
});

describe('a local venue', () => {
  it('given a path, then the price holds, jumps and ramps as written', async () => {
    let nowMs = 1_000_000;
    const path = ['100', { atMs: 1_000, price: '80' }, { atMs: 3_000, price: '90', isRamp: true }] as const;
    const local = await startLocalVenue({ prices: { 'BTC/USDT': path }, now: () => nowMs });
    closeLater(() => local.stop());
    const prices = [0, 999, 1_000, 2_000, 3_000, 9_000].map((elapsedMs) => {
      nowMs = 1_000_000 + elapsedMs;
      return formatDecimal(local.priceOf('BTC/USDT'));
    });
    expect(prices).toEqual(['100', '100', '80', '85', '90', '90']);
    expect(() => local.setPrice('BTC/USDT', '0')).toThrow('at least');
    expect(() => local.setPrice('BTC/USDT', ['1', { atMs: 5, price: '1' }, { atMs: 4, price: '1' }])).toThrow('order');
  });

  it('given its control address, then prices and faults of one venue change', async () => {
    const local = await startLocalVenue({ prices: { 'BTC/USDT': '100' } });
    closeLater(() => local.stop());
    const send = (path: string, body: unknown) =>
      fetch(`${local.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await send('prices', { 'BTC/USDT': '70' })).status).toBe(200);
    expect(formatDecimal(local.priceOf('BTC/USDT'))).toBe('70');
    expect((await send('faults/local-a', { answer: { status: 418, body: '' } })).status).toBe(200);
    expect((await fetch(`${local.url}/local-a/api/v3/exchangeInfo`)).status).toBe(418);
    expect((await fetch(`${local.url}/local-c/api/v3/exchangeInfo`)).status).toBe(200);
    expect((await send('faults/kraken', {})).status).toBe(400);
  });
});
