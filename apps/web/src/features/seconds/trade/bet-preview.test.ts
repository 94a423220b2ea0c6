import { type Amount, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import { costText, shareText } from '../seconds-texts.ts';
import type { TermsInForce } from '../terms/terms-query.ts';
import { type BetForm, chosenPayout, presetsOf, stepStake } from './bet-form.ts';
import { type PreviewContext, previewOf } from './bet-preview.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const rate = parseDecimal<Rate>('0.85');

const CAPS = {
  currency: 'USDT',
  step: amount('0.01'),
  stakeMin: amount('5'),
  stakeMax: amount('500'),
  openStakesMax: amount('20000'),
};
const IN_FORCE: TermsInForce = {
  version: 3,
  terms: {
    payouts: [30, 60, 300].map((seconds) => ({ seconds, rate })),
    entryDelayMs: 1_000,
    cancelLeadMs: 1_000,
    voidAfterMs: 10_000,
  },
  caps: [CAPS],
  freshMs: 2_000,
  isOpen: true,
  markets: new Map([['BTC/USDT', true]]),
};
const CONTEXT: PreviewContext = {
  inForce: IN_FORCE,
  mode: 'real',
  market: { id: 1, hours: 'always' },
  available: amount('100'),
  nowMs: Date.UTC(2026, 10, 18, 12),
};
const FORM: BetForm = { seconds: 60, stake: '50', currency: 'USDT' };

const preview = (form: Partial<BetForm>, context: Partial<PreviewContext> = {}) =>
  previewOf({ ...FORM, ...form }, { ...CONTEXT, ...context });

describe('the preview of a bet', () => {
  it('given 50 at 85 %, then it states gain, stake, odds and average cost', () => {
    const { figures, state } = preview({}) as Extract<ReturnType<typeof preview>, { state: 'ready' }>;
    expect(state).toBe('ready');
    expect([figures.gain, figures.stake]).toEqual([amount('42.5'), amount('50')]);
    expect([shareText(figures.breakEven), costText(figures.cost, 'USDT')]).toEqual(['54.1%', '3.75']);
  });

  it.each(['', '0', '.'])('given %j typed, then it is incomplete', (stake) => {
    expect(preview({ stake })).toEqual({ state: 'incomplete' });
  });

  it.each([
    ['4.99', 'below_minimum'],
    ['500.01', 'above_maximum'],
    ['5.001', 'amount_step_wrong'],
    ['100.01', 'insufficient_balance'],
  ])('given a stake of %s, then the engine’s own rule says %s', (stake, code) => {
    expect(preview({ stake })).toMatchObject({ state: 'refused', code });
  });

  it('given a market that closes before the bet would end, then it says so', () => {
    const nowMs = Date.UTC(2026, 10, 20, 21, 59);
    const market = { id: 2, hours: 'forex' } as const;
    expect(preview({}, { market, nowMs })).toMatchObject({ state: 'refused', code: 'market_closed' });
    expect(preview({ seconds: 30 }, { market, nowMs })).toMatchObject({ state: 'ready' });
  });
});

describe('the form of a bet', () => {
  it('offers 60 s first, keeps a chosen length, and replaces one that is no longer in the table', () => {
    const seconds = [0, 30, 45].map((chosen) => chosenPayout(IN_FORCE.terms.payouts, chosen)?.seconds);
    expect(seconds).toEqual([60, 30, 60]);
    expect(chosenPayout([{ seconds: 5, rate }], 0)?.seconds).toBe(5);
  });

  it('offers small stakes, and none above the most', () => {
    expect(presetsOf(CAPS)).toEqual([amount('10'), amount('50'), amount('100')]);
    expect(presetsOf({ ...CAPS, stakeMax: amount('50') })).toEqual([amount('10'), amount('50')]);
  });

  it('steps by the least stake and stays within the limits', () => {
    expect([stepStake('50', 'more', CAPS), stepStake('50', 'less', CAPS)]).toEqual(['55', '45']);
    expect([stepStake('498', 'more', CAPS), stepStake('7', 'less', CAPS)]).toEqual([undefined, undefined]);
    expect(stepStake('', 'more', CAPS)).toBe('5');
  });
});
