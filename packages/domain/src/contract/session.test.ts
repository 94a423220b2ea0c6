import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOURS, type Hours, isOpenAt, sessionOf } from '../market/index.ts';
import { type CountedTick, countTick, phaseAt, type SessionCount } from './index.ts';

const MINUTE = 60_000;
const utc = (text: string) => Date.parse(`${text}Z`);
const instants = fc.integer({ min: utc('2020-01-01T00:00'), max: utc('2035-01-01T00:00') });
const allHours = fc.constantFrom(...HOURS);

/** Ticks with waits from seconds to days, in the order of their time. */
const waits = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: 1, max: 90 * MINUTE }),
  fc.integer({ min: 1, max: 3 * 24 * 60 * MINUTE }),
);
const walks = fc.record({ from: instants, waits: fc.array(waits, { minLength: 5, maxLength: 60, size: 'max' }) });

function countAll(hours: Hours, ticks: readonly number[], reopeningTicks: (at: number) => number) {
  let session: SessionCount | undefined;
  return ticks.map((tickMs, at): CountedTick & { tickMs: number; before: SessionCount | undefined } => {
    const before = session;
    const counted = countTick(session, tickMs, hours, reopeningTicks(at));
    session = counted.session;
    return { ...counted, tickMs, before };
  });
}

const ticksOf = ({ from, waits: all }: { from: number; waits: readonly number[] }) => {
  let at = from;
  return all.map((wait) => (at += wait));
};

describe('the session of an instant', () => {
  it.each([
    ['forex', '2026-11-18T12:00', '2026-11-15T22:00', '2026-11-20T22:00'],
    ['forex', '2026-11-15T22:00', '2026-11-15T22:00', '2026-11-20T22:00'],
    ['metal', '2026-11-16T00:30', '2026-11-15T23:00', '2026-11-16T22:00'], // Sunday's session goes on on Monday.
    ['us_index', '2026-11-20T21:59', '2026-11-19T23:00', '2026-11-20T22:00'],
    ['us_stock', '2026-03-06T20:59', '2026-03-06T14:30', '2026-03-06T21:00'],
    ['us_stock', '2026-03-09T13:30', '2026-03-09T13:30', '2026-03-09T20:00'],
    ['eu_index', '2026-10-26T07:00', '2026-10-26T07:00', '2026-10-26T21:00'],
    ['asia_index', '2026-11-16T00:00', '2026-11-16T00:00', '2026-11-16T06:30'],
  ] as const)('of %s at %s is from %s to %s', (hours, at, from, to) => {
    expect(sessionOf(hours, utc(at))).toEqual({ startedMs: utc(from), closesMs: utc(to) });
    expect(sessionOf(hours, utc(to))).not.toEqual({ startedMs: utc(from), closesMs: utc(to) });
  });

  it('given a market that never closes, then it is one, forever', () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(sessionOf('always', at)).toEqual({ startedMs: 0, closesMs: Number.POSITIVE_INFINITY });
      }),
    );
  });

  it('is there exactly while the market is open, is the same at each of its instants, and has a break at both ends', () => {
    fc.assert(
      fc.property(allHours, instants, fc.double({ min: 0, max: 1, noNaN: true }), (hours, at, share) => {
        const session = sessionOf(hours, at);
        expect(session !== undefined).toBe(isOpenAt(hours, at));
        if (session === undefined || hours === 'always') return;
        const { startedMs, closesMs } = session;
        expect(at >= startedMs && at < closesMs).toBe(true);
        expect([startedMs - 1, startedMs, closesMs - 1, closesMs].map((edge) => isOpenAt(hours, edge))).toEqual([
          false,
          true,
          true,
          false,
        ]);
        expect(sessionOf(hours, Math.floor(startedMs + share * (closesMs - 1 - startedMs)))).toEqual(session);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the ticks of a session', () => {
  it('given three are asked for, then the third of each session is its opening tick', () => {
    const day = (date: string) =>
      ['13:59', '14:30', '14:31', '14:32', '14:33', '21:00'].map((at) => utc(`${date}T${at}`));
    const counted = countAll('us_stock', [...day('2026-11-18'), ...day('2026-11-19')], () => 3);
    const phases = ['closed', 'reopening', 'reopening', 'open', 'open', 'closed'];
    expect(counted.map(({ phase }) => phase)).toEqual([...phases, ...phases]);
    const opening = [false, false, false, true, false, false];
    expect(counted.map(({ isOpeningTick }) => isOpeningTick)).toEqual([...opening, ...opening]);
  });

  it('given any ticks and a setting that changes, then nothing runs outside hours, and each session opens once and stays open', () => {
    fc.assert(
      fc.property(allHours, walks, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (hours, walk, asked) => {
        const askedAt = (at: number) => asked[at % asked.length] ?? 1;
        const opened = new Map<number, number>();
        for (const { tickMs, phase, isOpeningTick } of countAll(hours, ticksOf(walk), askedAt)) {
          const session = sessionOf(hours, tickMs);
          expect(phase === 'closed').toBe(session === undefined);
          if (session === undefined) {
            expect(isOpeningTick).toBe(false);
            continue;
          }
          const times = opened.get(session.startedMs) ?? 0;
          expect(phase === 'open').toBe(times + Number(isOpeningTick) === 1);
          opened.set(session.startedMs, times + Number(isOpeningTick));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('given an unchanged setting, then a session opens at the tick of that number, and later ticks store nothing', () => {
    fc.assert(
      fc.property(allHours, walks, fc.integer({ min: 1, max: 6 }), (hours, walk, asked) => {
        const places = new Map<number, number>();
        for (const { tickMs, phase, isOpeningTick, session, before } of countAll(hours, ticksOf(walk), () => asked)) {
          const startedMs = sessionOf(hours, tickMs)?.startedMs;
          const place = startedMs === undefined ? 0 : (places.get(startedMs) ?? 0) + 1;
          if (startedMs !== undefined) places.set(startedMs, place);
          expect(isOpeningTick).toBe(place === asked);
          expect(session !== before).toBe(place > 0 && place <= asked);
          expect(phaseAt(session, tickMs, hours)).toBe(phase);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('given the last session’s count, then the next session is reopening before its first tick', () => {
    const [last] = countAll('forex', [utc('2026-11-18T12:00')], () => 1);
    expect(phaseAt(last?.session, utc('2026-11-20T21:59'), 'forex')).toBe('open');
    expect(phaseAt(last?.session, utc('2026-11-21T12:00'), 'forex')).toBe('closed');
    expect(phaseAt(last?.session, utc('2026-11-22T22:00'), 'forex')).toBe('reopening');
    expect(phaseAt(undefined, utc('2026-11-18T12:00'), 'always')).toBe('reopening');
  });
});
