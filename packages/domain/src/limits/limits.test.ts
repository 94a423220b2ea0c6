import type { Amount } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeLimit,
  checkCoolOff,
  checkDailyLimit,
  checkLimitChange,
  checkPersonalLimits,
  isTighter,
  type Limit,
  limitAt,
  NO_LIMIT,
  NOTHING_STORED,
  type StoredLimit,
  settleLimit,
  startOfDay,
} from './index.ts';

const HOUR = 3_600_000;
const WAIT = 24 * HOUR;
const START = Date.UTC(2026, 10, 15, 9);
const money = (value: number) => BigInt(value) as Amount; // Test literal.
const amountOf = (value: number | null): Limit => ({ amount: value === null ? null : money(value), untilMs: null });
const breakUntil = (untilMs: number | null): Limit => ({ amount: null, untilMs });

type LimitRequest = { readonly atMs: number; readonly requested: Limit };

/** Few values and round times, so that equal requests and exact ends of the wait occur often. */
const gaps = fc.integer({ min: 0, max: 30 }).map((hours) => hours * HOUR);
const rooms = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
const amountRequests = fc.array(fc.tuple(gaps, rooms), { maxLength: 12 }).map((steps) => dated(steps, amountOf));
const breakRequests = fc
  .array(fc.tuple(gaps, fc.option(fc.integer({ min: 1, max: 60 }), { nil: null })), { maxLength: 12 })
  .map((steps) => dated(steps, (hours, nowMs) => breakUntil(hours === null ? null : nowMs + hours * HOUR)));
const histories = fc.oneof(amountRequests, breakRequests);

function dated(
  steps: [number, number | null][],
  requestedLimit: (value: number | null, nowMs: number) => Limit,
): LimitRequest[] {
  let atMs = START;
  return steps.map(([gap, value]) => {
    atMs += gap;
    return { atMs, requested: requestedLimit(value, atMs) };
  });
}

const store = (requests: readonly LimitRequest[]): StoredLimit =>
  requests.reduce(
    (stored, { atMs, requested }) => changeLimit(stored, requested, { nowMs: atMs, waitMs: WAIT }),
    NOTHING_STORED,
  );

/** Returns the limit in force at a time, after all requests until then. */
const holdsAt = (requests: readonly LimitRequest[], nowMs: number) =>
  limitAt(store(requests.filter(({ atMs }) => atMs <= nowMs)), nowMs);

/** Returns a limit as it counts at a time: an expired break is none. */
const seenAt = (limit: Limit, nowMs: number) => limitAt({ current: limit, next: null }, nowMs);
const tighterOf = (one: Limit, other: Limit) => (isTighter(one, other) ? one : other);

/** Models the rule recursively from the requests alone, without stored or pending state. */
function modelAt(requests: readonly LimitRequest[], nowMs: number): Limit {
  const last = requests.at(-1);
  if (last === undefined) return NO_LIMIT;
  const before = modelAt(requests.slice(0, -1), last.atMs);
  const isLooser = isTighter(before, last.requested);
  if (isLooser && nowMs >= requestedSince(requests, last) + WAIT) return seenAt(last.requested, nowMs);
  return seenAt(tighterOf(last.requested, before), nowMs);
}

/** Returns when the unbroken run of this same looser request began. */
function requestedSince(requests: readonly LimitRequest[], last: LimitRequest): number {
  const earlier = requests.slice(0, -1);
  const previous = earlier.at(-1);
  if (previous === undefined || !isChangeRepeated(earlier, previous, last)) return last.atMs;
  return requestedSince(earlier, previous);
}

const isChangeRepeated = (earlier: readonly LimitRequest[], previous: LimitRequest, last: LimitRequest) => {
  const one = seenAt(previous.requested, last.atMs);
  const other = seenAt(last.requested, last.atMs);
  const wasWaiting = isTighter(modelAt(earlier, previous.atMs), previous.requested);
  return wasWaiting && !isTighter(one, other) && !isTighter(other, one);
};

const times = fc.integer({ min: 0, max: 300 }).map((hours) => START + hours * HOUR);
const many = { numRuns: 2_000 };

describe('changing a personal limit', () => {
  it('applies at once exactly the tighter of the current and the requested limit: tightening never waits', () => {
    fc.assert(
      fc.property(histories, (requests) => {
        requests.forEach(({ atMs, requested }, index) => {
          const before = limitAt(store(requests.slice(0, index)), atMs);
          expect(limitAt(store(requests.slice(0, index + 1)), atMs)).toEqual(tighterOf(requested, before));
        });
      }),
      many,
    );
  });

  it('is never looser than any limit requested within the last 24 hours', () => {
    fc.assert(
      fc.property(histories, times, (requests, nowMs) => {
        const held = holdsAt(requests, nowMs);
        for (const { atMs, requested } of requests) {
          if (atMs > nowMs || atMs <= nowMs - WAIT) continue;
          expect(isTighter(seenAt(requested, nowMs), held)).toBe(false);
        }
      }),
      many,
    );
  });

  it('loosens only as far as was requested at least 24 hours before', () => {
    fc.assert(
      fc.property(histories, times, times, (requests, one, other) => {
        const earlierMs = Math.min(one, other);
        const laterMs = Math.max(one, other);
        const was = seenAt(holdsAt(requests, earlierMs), laterMs);
        const is = holdsAt(requests, laterMs);
        if (!isTighter(was, is)) return;
        const ripe = requests
          .filter(({ atMs }) => atMs <= laterMs - WAIT)
          .map(({ requested }) => seenAt(requested, laterMs));
        expect(ripe.some((requested) => !isTighter(requested, is))).toBe(true);
      }),
      many,
    );
  });

  it('equals a model of the requests alone', () => {
    fc.assert(
      fc.property(histories, times, (requests, nowMs) => {
        const applied = requests.filter(({ atMs }) => atMs <= nowMs);
        expect(holdsAt(requests, nowMs)).toEqual(modelAt(applied, nowMs));
      }),
      many,
    );
  });

  it('given a looser request, when repeated, then its time stays; when the current is requested, then it is gone', () => {
    const requests = [
      { atMs: START, requested: amountOf(10) },
      { atMs: START + HOUR, requested: amountOf(20) },
    ];
    const next = { limit: amountOf(20), fromMs: START + HOUR + WAIT };
    const again = changeLimit(store(requests), amountOf(20), { nowMs: START + 2 * HOUR, waitMs: WAIT });
    expect(again).toEqual({ current: amountOf(10), next });
    const back = changeLimit(again, amountOf(10), { nowMs: START + 3 * HOUR, waitMs: WAIT });
    expect(back).toEqual({ current: amountOf(10), next: null });
  });

  it('given a pending limit, when its millisecond is reached, then it applies and not before', () => {
    const stored = { current: amountOf(10), next: { limit: NO_LIMIT, fromMs: START } };
    expect(limitAt(stored, START - 1)).toEqual(amountOf(10));
    expect(settleLimit(stored, START)).toEqual(NOTHING_STORED);
  });

  it('given a break that ended, when it is read, then neither it nor a shorter one is left', () => {
    const stored = {
      current: breakUntil(START + 2 * HOUR),
      next: { limit: breakUntil(START + HOUR), fromMs: START + WAIT },
    };
    expect(settleLimit(stored, START + 2 * HOUR)).toEqual(NOTHING_STORED);
  });
});

describe('a requested limit', () => {
  const year = 365 * 24 * HOUR;
  it.each([
    ['daily_loss', amountOf(0)],
    ['daily_deposit', NO_LIMIT],
    ['cool_off', breakUntil(START + 1)],
    ['cool_off', breakUntil(START + year)],
    ['cool_off', NO_LIMIT],
  ] as const)('given a valid %s, when it is checked, then it is accepted', (kind, requested) => {
    expect(checkLimitChange(kind, requested, START)).toEqual({ ok: true, value: requested });
  });

  it.each([
    ['daily_loss', amountOf(-1)],
    ['daily_loss', breakUntil(START + 1)],
    ['daily_deposit', { amount: money(1), untilMs: START + 1 }],
    ['cool_off', amountOf(1)],
    ['cool_off', breakUntil(START)],
    ['cool_off', breakUntil(START + year + 1)],
  ] as const)('given an invalid %s, when it is checked, then it is refused', (kind, requested) => {
    expect(checkLimitChange(kind, requested, START)).toEqual({ ok: false, code: 'parameter_error' });
  });
});

describe('the rule for products', () => {
  const none = { dailyLoss: null, dailyDeposit: null, coolOffUntilMs: null };
  const action = {
    kind: 'open',
    nowMs: START,
    lossToday: money(0),
    depositedToday: money(0),
    amount: money(1),
  } as const;
  const optional = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });
  const limits = fc.record({ loss: optional, deposit: optional, until: optional }).map(({ loss, deposit, until }) => ({
    dailyLoss: loss === null ? null : money(loss),
    dailyDeposit: deposit === null ? null : money(deposit),
    coolOffUntilMs: until === null ? null : START + (until - 4) * HOUR,
  }));
  const used = fc.integer({ min: -9, max: 9 }).map(money);

  it('never refuses to reduce', () => {
    fc.assert(
      fc.property(limits, used, used, used, (held, lossToday, depositedToday, amount) => {
        const reducing = { kind: 'reduce', nowMs: START, lossToday, depositedToday, amount } as const;
        expect(checkPersonalLimits(held, reducing).ok).toBe(true);
      }),
    );
  });

  it('never allows under tighter limits what looser ones refuse', () => {
    fc.assert(
      fc.property(limits, used, fc.constantFrom('open', 'deposit'), (held, spent, kind) => {
        const attempted = { ...action, kind, lossToday: spent, depositedToday: spent };
        if (checkPersonalLimits(held, attempted).ok) return;
        const tighter = { ...held, dailyLoss: held.dailyLoss ?? money(9), dailyDeposit: held.dailyDeposit ?? money(9) };
        expect(checkPersonalLimits(tighter, attempted).ok).toBe(false);
      }),
    );
  });

  it('given a loss limit, when it is reached, then opening is refused and depositing is not affected', () => {
    const held = { ...none, dailyLoss: money(5) };
    expect(checkPersonalLimits(held, { ...action, lossToday: money(4) }).ok).toBe(true);
    const reached = { ...action, lossToday: money(5) };
    expect(checkPersonalLimits(held, reached)).toMatchObject({ code: 'personal_limit_reached', params: { left: '0' } });
    expect(checkPersonalLimits(held, { ...reached, kind: 'deposit' }).ok).toBe(true);
  });

  it('given a deposit limit, when a deposit just fits, then it passes; one unit more is refused with what is left', () => {
    const limit = 5_000_000_000_000_000_000n as Amount; // Five, at 18 decimal places.
    const used = 3_000_000_000_000_000_000n as Amount;
    expect(checkDailyLimit(limit, used, 2_000_000_000_000_000_000n as Amount).ok).toBe(true);
    expect(checkDailyLimit(limit, used, 2_000_000_000_000_000_001n as Amount)).toMatchObject({ params: { left: '2' } });
    expect(checkDailyLimit(money(1), money(3), money(1))).toMatchObject({ params: { left: '0' } });
  });

  it('given a break, when a user opens or deposits, then the refusal has the hours left, rounded up', () => {
    const held = { ...none, coolOffUntilMs: START + 1 };
    expect(checkPersonalLimits(held, action)).toMatchObject({ code: 'cooling_off', params: { hours: '1' } });
    expect(checkPersonalLimits(held, { ...action, kind: 'deposit' }).ok).toBe(false);
    expect(checkCoolOff(START + 1, START + 1).ok).toBe(true);
  });

  it('begins the day at midnight UTC', () => {
    expect(startOfDay(START)).toBe(Date.UTC(2026, 10, 15));
    expect(startOfDay(Date.UTC(2026, 10, 15))).toBe(Date.UTC(2026, 10, 15));
    expect(startOfDay(Date.UTC(2026, 10, 16) - 1)).toBe(Date.UTC(2026, 10, 15));
  });
});
