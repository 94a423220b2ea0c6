import { type Amount, ONE, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { codecOf, count, decimal, setting } from '../reference/index.ts';
import type { Payout, SecondsTerms } from './bet.ts';
import type { SecondsCaps, StakeCaps } from './stake-caps.ts';

const PAYOUTS_MAX = 20;
const SECONDS_MAX = 3_600;
const CURRENCIES_MAX = 20;

/** With stakes on their step of at least 10^-8, a gain has no digit to drop. */
const RATE_STEP = ONE / 10n ** 8n;

/** A payout of one or more would pay users for betting at random. */
const payoutRate = decimal<Rate>((rate) => rate > 0n && rate < ONE && rate % RATE_STEP === 0n);

const payoutsSchema = z
  .readonly(z.array(z.object({ seconds: count({ min: 5, max: SECONDS_MAX }), rate: payoutRate })))
  .check(
    z.minLength(1),
    z.maxLength(PAYOUTS_MAX),
    z.refine((payouts) => payouts.slice(1).every(({ seconds }, index) => seconds > (payouts[index]?.seconds ?? 0))),
  );

/** Shorter delays than these let someone who sees prices half a second early earn (`npm run proof bots`). */
const LEAD_MS = { min: 1_000, max: 10_000 };

const termsSchema = z.codec(
  z.object({
    payouts: payoutsSchema,
    entry_delay_ms: count(LEAD_MS),
    cancel_lead_ms: count(LEAD_MS),
    void_after_ms: count({ min: 1_000, max: 60_000 }),
  }),
  z.custom<SecondsTerms>(),
  {
    decode: ({ payouts, entry_delay_ms, cancel_lead_ms, void_after_ms }) => ({
      payouts,
      entryDelayMs: entry_delay_ms,
      cancelLeadMs: cancel_lead_ms,
      voidAfterMs: void_after_ms,
    }),
    encode: ({ payouts, entryDelayMs, cancelLeadMs, voidAfterMs }) => ({
      payouts,
      entry_delay_ms: entryDelayMs,
      cancel_lead_ms: cancelLeadMs,
      void_after_ms: voidAfterMs,
    }),
  },
);

const payout = (seconds: number): Payout => ({ seconds, rate: parseDecimal<Rate>('0.85') });

/** One value, because receipts name its version and a bet keeps it. */
export const terms = setting<SecondsTerms>({
  key: 'seconds.terms',
  codec: codecOf(termsSchema),
  initial: {
    payouts: [30, 60, 120, 180, 300].map(payout),
    entryDelayMs: 1_000,
    cancelLeadMs: 1_000,
    voidAfterMs: 10_000,
  },
  meaning:
    'Lengths of bets and what each pays, how long after acceptance or a cancel the entry tick is, and how late a tick voids a bet.',
});

const positive = decimal<Amount>((value) => value > 0n);
const step = decimal<Amount>((value) => value >= RATE_STEP && value % RATE_STEP === 0n);

const stakeCapsSchema = z
  .codec(
    z.object({
      currency: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/)),
      step,
      stake_min: positive,
      stake_max: positive,
      open_stakes_max: positive,
    }),
    z.custom<StakeCaps>(),
    {
      decode: ({ stake_min, stake_max, open_stakes_max, ...rest }) => ({
        ...rest,
        stakeMin: stake_min,
        stakeMax: stake_max,
        openStakesMax: open_stakes_max,
      }),
      encode: ({ stakeMin, stakeMax, openStakesMax, ...rest }) => ({
        ...rest,
        stake_min: stakeMin,
        stake_max: stakeMax,
        open_stakes_max: openStakesMax,
      }),
    },
  )
  .check(
    z.refine((caps) => caps.stakeMin % caps.step === 0n && caps.stakeMax % caps.step === 0n),
    z.refine(({ stakeMin, stakeMax, openStakesMax }) => stakeMin <= stakeMax && stakeMax <= openStakesMax),
  );

const capsOfMode = z.readonly(z.array(stakeCapsSchema)).check(
  z.maxLength(CURRENCIES_MAX),
  z.refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length),
);

const usdt = (stakeMax: string, openStakesMax: string): StakeCaps => ({
  currency: 'USDT',
  step: parseDecimal<Amount>('0.01'),
  stakeMin: parseDecimal<Amount>('5'),
  stakeMax: parseDecimal<Amount>(stakeMax),
  openStakesMax: parseDecimal<Amount>(openStakesMax),
});

/** Public, and the only means by which the platform limits what it may lose. */
export const caps = setting<SecondsCaps>({
  key: 'seconds.caps',
  codec: codecOf(z.object({ real: capsOfMode, demo: capsOfMode })),
  initial: { real: [usdt('500', '20000')], demo: [usdt('5000', '2000000')] },
  meaning:
    'Currencies of stakes, with the step, least and most of one stake, and the most open stakes of one market and side.',
});

/** Demo money alone: real funds are the operator's to pay in. */
export const demoFunding = setting<Amount>({
  key: 'seconds.demo_funding',
  codec: codecOf(positive),
  initial: parseDecimal<Amount>('50000000'),
  meaning: 'What the demo platform’s capital and result of seconds options are filled up to, in USDT.',
});
