import { describe, expect, it } from 'vitest';
import type { FaultRun } from './run-rig.ts';
import { judge } from './verdict.ts';

const RUN: FaultRun = {
  ok: 300,
  fail: 20,
  receipts: 50,
  replayed: '100 settlements of 120 bets',
  wrongs: new Map(),
  details: [],
  activity: new Map([['profit', 3]]),
  recoveriesMs: new Map([['NATS', [800, 900, 4_000]]]),
  compared: { faults: 0, reloads: 1, differing: 0 },
  answers: new Map(),
  ended: [],
  broken: undefined,
};
const DEMANDED = { activities: ['profit'], recoveryMsMax: 3_000 };
const FOUND = { name: 'tick-skipped', isDetected: true, figure: 'tick-skipped: 4 × lost' };

describe('the verdict of a run', () => {
  it('given a run that found nothing and a sabotage that was detected, then the claim holds', () => {
    const verdict = judge(RUN, [FOUND], DEMANDED);
    expect(verdict.holds).toBe(true);
    expect(verdict.figure).toContain('sabotages found out: 1 of 1');
  });

  it.each<[says: string, changed: Partial<FaultRun>]>([
    ['BROKE OFF: a close was answered internal', { broken: 'a close was answered internal' }],
    ['WRONG: 2 × lost', { wrongs: new Map([['lost', 2]]) }],
    ['ENDED BY ITSELF: a with 1', { ended: ['a with 1'] }],
    ['IDLE: no state was compared', { compared: { faults: 0, reloads: 0, differing: 0 } }],
    ['OTHER STATE after a reload: 1', { compared: { faults: 0, reloads: 1, differing: 1 } }],
    ['SLOW: NATS', { recoveriesMs: new Map([['NATS', [800, 3_000, 4_000]]]) }],
    ['IDLE: no profit', { activity: new Map([['profit', 0]]) }],
    ['IDLE: no profit', { activity: new Map() }],
  ])('given one fault, then it falls short and says: %s', (says, changed) => {
    const verdict = judge({ ...RUN, ...changed }, [FOUND], DEMANDED);
    expect(verdict.holds).toBe(false);
    expect(verdict.figure.split('; ')[0]).toBe(says);
  });

  it('given a sabotage that was not detected, then the rig is blind', () => {
    const verdict = judge(
      RUN,
      [FOUND, { name: 'settled-twice', isDetected: false, figure: 'settled-twice: nothing' }],
      DEMANDED,
    );
    expect(verdict.holds).toBe(false);
    expect(verdict.figure).toContain('THE RIG IS BLIND: settled-twice');
    expect(verdict.figure).toContain('sabotages found out: 1 of 2');
  });
});
