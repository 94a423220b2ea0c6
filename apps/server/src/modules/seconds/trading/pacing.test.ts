import { expectDefined } from '@app/base';
import { secondsSettings } from '@app/domain/seconds';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { SecondsMemory } from '../../../../test/seconds-memory.ts';
import { partSize } from './settle-bet.ts';

const BETS = 25;
const START = Date.UTC(2026, 10, 18);
const SECONDS = 30;

const REQUEST = { side: 'up', seconds: SECONDS, stake: parseDecimal<Amount>('10'), currency: 'USDT' } as const;

function openMemory(chunk: number) {
  const settings = { terms: { value: secondsSettings.terms.initial, version: 1 }, caps: secondsSettings.caps.initial };
  const funds = parseDecimal<Amount>('100000');
  const memory = new SecondsMemory({ settings, users: [funds], funds }, { chunk, whim: () => 1 });
  const tick = (seq: number, atMs: number) => memory.onTick({ market: 0, seq, atMs, price: 100n as Price });
  const place = () => memory.place(0, 0, REQUEST, { nowMs: START + 1, isRunning: true });
  tick(1, START);
  return { memory, tick, place };
}

describe('the parts of a run', () => {
  it('given many bets that end at one tick, then they are small, and rest as long as many are left', () => {
    const { memory, tick, place } = openMemory(2);
    for (let bet = 0; bet < BETS; bet++) place();
    tick(2, START + 2_000);
    const { length: entering } = memory.parts;
    tick(3, START + 2_000 + SECONDS * 1_000);
    const settling = memory.parts.slice(entering);
    expect(settling.map(({ bets }) => bets)).toEqual([...Array.from({ length: 12 }, () => 2), 1]);
    expect(settling.map(({ isLong }) => isLong).lastIndexOf(true)).toBe(3); // Until 16 are left.
  });

  it('given bets accepted while a run goes on, then its next part takes two for each, so that accepting does not outrun it', () => {
    const { memory, place } = openMemory(2);
    const at = expectDefined(memory.state.markets.get(0), 'the market');
    place();
    expect(partSize(memory.state, at)).toBe(2);
    at.waiting.push(expectDefined(at.newest, 'a tick'));
    for (let bet = 0; bet < BETS; bet++) place();
    expect(partSize(memory.state, at)).toBe(2 * BETS);
    at.acceptedSincePart = 1_000;
    expect(partSize(memory.state, at)).toBe(500);
  });
});
