import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../../data/account/balances.ts';
import {
  fundingFrom,
  GUIDE_STEPS,
  type GuideStep,
  nextStep,
  numberOf,
  previousStep,
  stepAfter,
  stepAtStart,
} from './guide-steps.ts';

const NEW = { hasFunds: false, hasSize: false, isOpened: false };
const FUNDED = { ...NEW, hasFunds: true };

describe('the steps of the guide', () => {
  it('are walked to the end and back', () => {
    const forth = GUIDE_STEPS.map((_, times) => Array.from({ length: times }).reduce<GuideStep>(nextStep, 'fund'));
    expect(forth).toEqual(GUIDE_STEPS);
    expect(GUIDE_STEPS.map((step) => previousStep(step, NEW))).toEqual([undefined, ...GUIDE_STEPS.slice(0, -1)]);
    expect([nextStep('positions'), numberOf('positions')]).toEqual(['positions', 6]);
  });

  it('given funds, then they start after the transfer and do not lead back to it', () => {
    expect([stepAtStart(NEW), stepAtStart(FUNDED)]).toEqual(['fund', 'leverage']);
    expect(previousStep('leverage', FUNDED)).toBeUndefined();
    expect(previousStep('size', FUNDED)).toBe('leverage');
  });

  it('given funds arrive, then leverage is explained; on no other step', () => {
    const after = GUIDE_STEPS.map((step) => stepAfter(step, NEW, FUNDED));
    expect(after).toEqual(['leverage', 'leverage', 'size', 'costs', 'place', 'positions']);
  });

  it('given a size is set, then the cost is explained; on no other step', () => {
    const sized = { ...FUNDED, hasSize: true };
    const after = GUIDE_STEPS.map((step) => stepAfter(step, FUNDED, sized));
    expect(after).toEqual(['fund', 'leverage', 'costs', 'costs', 'place', 'positions']);
    expect(stepAfter('size', sized, sized)).toBe('size');
  });

  it.each(GUIDE_STEPS)('given the step %s, when a position is opened, then it is shown', (step) => {
    expect(stepAfter(step, FUNDED, { ...FUNDED, isOpened: true })).toBe('positions');
  });
});

describe('the funds of a guided position', () => {
  const amount = (text: string) => parseDecimal<Amount>(text);
  const balance = (account: Balance['account'], available: string, currency = 'USDT') =>
    ({ account, currency, available: amount(available), frozen: amount('0') }) as Balance; // The rest is not read.

  it('come from the account with most, and are no more than it has', () => {
    const list = [balance('wallet', '20'), balance('exchange', '600.5'), balance('wallet', '9000', 'BTC')];
    const sent = { to: 'contract', currency: 'USDT' };
    expect(fundingFrom(list)).toEqual({ ...sent, from: 'exchange', amount: amount('600.5') });
    expect(fundingFrom([...list, balance('wallet', '100000')])).toMatchObject({
      from: 'wallet',
      amount: amount('1000'),
    });
  });

  it('given money in the contract account only, a bonus, or none, then nothing is offered', () => {
    expect(fundingFrom([balance('contract', '500'), balance('wallet', '0')])).toBeUndefined();
    expect(fundingFrom([balance('bonus', '50')])).toBeUndefined();
    expect(fundingFrom([])).toBeUndefined();
  });
});
