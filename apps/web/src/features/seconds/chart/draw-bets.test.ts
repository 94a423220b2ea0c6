import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { betOf } from '../bets/bet.fixture.ts';
import { drawBets, gridOf, linePath, type Plot, scaleOf, spanAt, withRoom } from './draw-bets.ts';
import { addPoint, type Point } from './tick-trail.ts';

const price = (text: string) => parseDecimal<Price>(text);
const TICK = price('0.1');
const PLOT: Plot = { width: 220, top: 0, bottom: 100 };
const NOW = 1_000_000;

describe('the time that is drawn', () => {
  it('is as long as the longest open bet, at least a minute, and shows its entry', () => {
    expect(spanAt(NOW, [30])).toEqual({ from: NOW - 72_000, now: NOW, to: NOW + 60_000 });
    expect(spanAt(NOW, [60, 300])).toEqual({ from: NOW - 360_000, now: NOW, to: NOW + 300_000 });
  });
});

describe('the curve', () => {
  const span = spanAt(NOW, [60]);
  const scale = scaleOf([price('100'), price('112')], TICK, span, PLOT);

  it('puts the lowest price at the bottom and the highest at the top, with some space', () => {
    expect([scale.yOf(price('100')), scale.yOf(price('106')), scale.yOf(price('112'))]).toEqual([93, 50, 7]);
    expect([scale.xOf(span.from), scale.xOf(NOW), scale.xOf(span.to)]).toEqual([0, 120, 220]);
  });

  it('draws equal prices in the middle', () => {
    expect(scaleOf([price('100')], TICK, span, PLOT).yOf(price('100'))).toBe(50);
  });

  it('draws one point for each pixel column, and always the last', () => {
    const points: Point[] = [0, 10, 20, 60_000, 60_010].map((ms) => ({ at: span.from + ms, price: price('106') }));
    expect(linePath(points, scale)).toBe('M0 50L100 50L100 50');
  });

  it('has lines at round prices, six at most', () => {
    expect(gridOf([price('67812'), price('67846')], TICK)).toEqual(['67820', '67830', '67840'].map(price));
    expect(gridOf([price('100')], TICK)).toEqual([price('100')]);
    expect(gridOf([price('100.1'), price('100.4')], TICK)).toHaveLength(4);
  });
});

describe('an open bet on the chart', () => {
  const entryMs = NOW - 20_000;
  const running = betOf({ entry_time: entryMs, entry_price: price('104'), expires: NOW + 40_000 });
  const points: Point[] = [
    { at: NOW - 30_000, price: price('102') },
    { at: NOW - 10_000, price: price('106') },
    { at: NOW, price: price('108') },
  ];
  const scale = scaleOf([price('102'), price('108')], TICK, spanAt(NOW, [60]), PLOT);

  it('has its entry, its expiry, and the band from the entry to the price of now', () => {
    const [drawn] = drawBets([running], points, scale);
    expect(drawn).toMatchObject({ standing: 'ahead', entryX: scale.xOf(entryMs), expiryX: scale.xOf(NOW + 40_000) });
    const level = scale.yOf(price('104'));
    expect(drawn?.band?.startsWith(`M${scale.xOf(entryMs)} ${level}L`)).toBe(true);
    expect(drawn?.band?.endsWith(`L${scale.xOf(NOW)} ${level}L${scale.xOf(entryMs)} ${level}Z`)).toBe(true);
  });

  it('given prices since some time after the entry, then the band begins with the first of them', () => {
    const [drawn] = drawBets([running], points.slice(1), scale);
    expect(drawn?.band?.startsWith(`M${scale.xOf(NOW - 10_000)} `)).toBe(true);
  });

  it('given several, then the one that ends first comes first, and only two have a band', () => {
    const bets = [30, 10, 20].map((seconds, index) =>
      betOf({ ...running, id: BigInt(index), expires: NOW + seconds * 1_000 }),
    );
    const drawn = drawBets(bets, points, scale);
    expect(drawn.map(({ bet }) => bet.id)).toEqual([1n, 2n, 0n]);
    expect(drawn.map(({ band }) => band !== undefined)).toEqual([true, true, false]);
  });

  it('given no entry tick yet, then it is not drawn', () => {
    expect(drawBets([betOf({ status: 0, entry_price: null, entry_time: null, expires: null })], points, scale)).toEqual(
      [],
    );
  });
});

describe('labels', () => {
  it('keep their distance; the first ones matter more', () => {
    const ys = [50, 58, 20, 66, 5].map((y) => ({ y }));
    expect(withRoom(ys, 15).map(({ y }) => y)).toEqual([50, 20, 66, 5]);
  });
});

describe('the trail of prices', () => {
  it('takes newer prices only, and drops those that no bet can show', () => {
    const trail: Point[] = [];
    for (const at of [1_000, 2_000, 2_000, 1_500, 3_000, 1_202_500]) addPoint(trail, { at, price: TICK });
    expect(trail.map(({ at }) => at)).toEqual([3_000, 1_202_500]);
  });
});
