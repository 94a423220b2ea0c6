import { describe, expect, it } from 'vitest';
import { betOf } from '../bets/bet.fixture.ts';
import { applyBets, createEndedBets } from './apply-bets.ts';

const WAITING = 0;
const RUNNING = 1;
const SETTLED = 2;

describe('the list of open bets', () => {
  it('given a new one and one that entered, then both are in it, newest first', () => {
    const open = [betOf({ id: 1n, status: WAITING })];
    const after = applyBets(open, [betOf({ id: 2n, status: WAITING }), betOf({ id: 1n, status: RUNNING })]);
    expect(after.map(({ id, status }) => [id, status])).toEqual([
      [2n, WAITING],
      [1n, RUNNING],
    ]);
  });

  it.each([2, 3, 4])('given one that ended with status %i, then it leaves the list', (status) => {
    const open = [betOf({ id: 2n }), betOf({ id: 1n })];
    expect(applyBets(open, [betOf({ id: 1n, status })]).map(({ id }) => id)).toEqual([2n]);
  });

  it('given the end of one that is not in it, then it is the same list', () => {
    const open = [betOf({ id: 1n })];
    expect(applyBets(open, [betOf({ id: 7n, status: SETTLED })])).toBe(open);
  });
});

describe('the updates of bets', () => {
  it('given one that ended, when an older state of it arrives, then it does not come back', () => {
    const ended = createEndedBets();
    expect(ended.take([betOf({ id: 1n, status: SETTLED })])).toHaveLength(1);
    expect(ended.take([betOf({ id: 1n, status: RUNNING }), betOf({ id: 1n, status: SETTLED })])).toEqual([]);
  });

  it('given one that is open, then every state of it is applied', () => {
    const ended = createEndedBets();
    expect(ended.take([betOf({ status: WAITING })])).toHaveLength(1);
    expect(ended.take([betOf({ status: RUNNING })])).toHaveLength(1);
  });
});
