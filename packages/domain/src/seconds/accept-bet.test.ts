import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { FRESHNESS } from '../market/index.ts';
import {
  type AcceptContext,
  type AcceptRefusal,
  acceptBet,
  type BetRequest,
  readSecondsSettings,
  secondsSettings,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const NOW = Date.UTC(2026, 10, 18, 12);
const SETTINGS = { terms: { value: secondsSettings.terms.initial, version: 3 }, caps: secondsSettings.caps.initial };
const REQUEST: BetRequest = { side: 'down', seconds: 60, stake: amount('25.5'), currency: 'USDT', version: 3 };
const CONTEXT: AcceptContext = {
  market: { id: 4, hours: 'always' },
  mode: 'real',
  settings: SETTINGS,
  freshness: FRESHNESS,
  isRunning: true,
  nowMs: NOW,
  lastTickMs: NOW - 150,
  open: { stakes: amount('0'), gains: amount('0') },
  funds: amount('1000000'),
  available: amount('1000'),
};

const refusal = (request: Partial<BetRequest>, context: Partial<AcceptContext> = {}) => {
  const decision = acceptBet({ ...REQUEST, ...request }, { ...CONTEXT, ...context });
  return decision.ok ? 'ok' : decision.code;
};

describe('an accepted bet', () => {
  it('keeps the terms in force and their version, and the time of its acceptance', () => {
    expect(acceptBet(REQUEST, CONTEXT)).toEqual({
      ok: true,
      value: {
        market: 4,
        side: 'down',
        seconds: 60,
        stake: amount('25.5'),
        currency: 'USDT',
        version: 3,
        payoutRate: parseDecimal('0.85'),
        acceptedMs: NOW,
        entryDelayMs: 1_000,
        cancelLeadMs: 1_000,
        voidAfterMs: 10_000,
      },
    });
  });

  it('is for lengths of the table, and for the version that the user saw', () => {
    expect([30, 60, 120, 180, 300, 45, 0].map((seconds) => refusal({ seconds }))).toEqual([
      ...Array.from({ length: 5 }, () => 'ok'),
      'time_wrong',
      'time_wrong',
    ]);
    expect([refusal({ version: 2 }), refusal({ version: undefined })]).toEqual(['quote_expired', 'ok']);
  });

  it('has a stake within its mode’s limits, which a refusal names', () => {
    const stake = (text: string, mode: 'real' | 'demo') =>
      refusal({ stake: amount(text) }, { mode, available: amount('9999') });
    expect(['5', '500', '4.99', '500.01', '5.001'].map((text) => stake(text, 'real'))).toEqual([
      'ok',
      'ok',
      'below_minimum',
      'above_maximum',
      'amount_step_wrong',
    ]);
    expect(['5000', '5000.01', '-5'].map((text) => stake(text, 'demo'))).toEqual([
      'ok',
      'above_maximum',
      'below_minimum',
    ]);
    const named = acceptBet({ ...REQUEST, stake: amount('501') }, CONTEXT);
    expect(named).toMatchObject({ code: 'above_maximum', params: { maximum: '500' } });
  });

  it('is refused on a price older than two seconds, without one, and on one from the future', () => {
    const aged = (ageMs: number) => refusal({}, { lastTickMs: NOW - ageMs });
    expect([2_000, 2_001, -1_000, -1_001].map(aged)).toEqual(['ok', 'price_stale', 'ok', 'price_stale']);
    expect(refusal({}, { lastTickMs: undefined })).toBe('price_stale');
  });

  it('ends before its market closes, however late its ticks are', () => {
    const closesMs = Date.UTC(2026, 10, 20, 22);
    const before = (ms: number) =>
      refusal({}, { market: { id: 9, hours: 'forex' }, nowMs: closesMs - ms, lastTickMs: closesMs - ms });
    expect([81_000, 80_999, 0].map(before)).toEqual(['ok', 'market_closed', 'market_closed']);
  });

  it('fits into the cap of its market and side, and the platform can pay it with all others', () => {
    const stakes = (text: string) => refusal({}, { open: { stakes: amount(text), gains: amount('0') } });
    expect([stakes('19974.5'), stakes('19974.51')]).toEqual(['ok', 'exposure_exhausted']);
    const funds = (text: string) =>
      refusal({}, { open: { stakes: amount('0'), gains: amount('100') }, funds: amount(text) });
    expect([funds('121.675'), funds('121.67')]).toEqual(['ok', 'exposure_exhausted']);
  });

  it('is refused by the first check that applies, in the published order', () => {
    const faults: readonly [AcceptRefusal, Partial<BetRequest>, Partial<AcceptContext>][] = [
      ['feature_unavailable', {}, { isRunning: false }],
      ['time_wrong', { seconds: 7 }, {}],
      ['quote_expired', { version: 1 }, {}],
      ['price_stale', {}, { lastTickMs: undefined }],
      ['above_maximum', { stake: amount('600') }, {}],
      ['exposure_exhausted', {}, { funds: amount('0') }],
      ['insufficient_balance', {}, { available: amount('1') }],
    ];
    for (const [at, [code]] of faults.entries()) {
      const rest = faults.slice(at);
      const request = Object.assign({}, ...rest.map(([, own]) => own)) as Partial<BetRequest>;
      const context = Object.assign({}, ...rest.map(([, , own]) => own)) as Partial<AcceptContext>;
      expect(refusal(request, context)).toBe(code);
    }
    expect(refusal({ currency: 'BTC' })).toBe('feature_unavailable');
  });
});

describe('the settings', () => {
  it('are read with the version of the terms', async () => {
    const read = <Value>(setting: { readonly initial: Value }) =>
      Promise.resolve({ value: setting.initial, version: 3 });
    expect(await readSecondsSettings(read)).toEqual(SETTINGS);
  });

  it('refuse terms that pay for chance, lack the delays that bots need, or name a length twice', () => {
    const good = secondsSettings.terms.codec.encode(secondsSettings.terms.initial) as Record<string, unknown>;
    const isOk = (change: Record<string, unknown>) => secondsSettings.terms.codec.decode({ ...good, ...change }).ok;
    const payouts = (...all: readonly [number, string][]) => ({
      payouts: all.map(([seconds, rate]) => ({ seconds, rate })),
    });
    expect([isOk({}), isOk(payouts([30, '0.9'], [60, '0.8']))]).toEqual([true, true]);
    const wrong = [
      payouts(),
      payouts([30, '1']),
      payouts([30, '0']),
      payouts([30, '0.123456789']),
      payouts([30, '0.8'], [30, '0.9']),
      payouts([60, '0.8'], [30, '0.9']),
      { entry_delay_ms: 999 },
      { cancel_lead_ms: 999 },
      { void_after_ms: 0 },
    ];
    expect(wrong.filter(isOk)).toEqual([]);
  });

  it('refuse caps of which no stake could fit, off their step, or with a currency twice', () => {
    const { codec, initial } = secondsSettings.caps;
    const [usdt] = initial.real;
    const isOk = (...real: readonly Record<string, unknown>[]) =>
      codec.encode({ real: real.map((change) => ({ ...usdt!, ...change })), demo: [] }) !== undefined;
    expect([isOk(), isOk({}), isOk({}, { currency: 'BTC' })]).toEqual([true, true, true]);
    expect([isOk({}, {}), isOk({ stakeMin: amount('501') }), isOk({ openStakesMax: amount('499') })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([
      isOk({ stakeMax: amount('500.001') }),
      isOk({ step: 1n as Price }),
      isOk({ stakeMin: amount('0') }),
    ]).toEqual([false, false, false]);
  });
});
