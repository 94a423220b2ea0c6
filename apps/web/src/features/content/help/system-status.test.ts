import { describe, expect, it } from 'vitest';
import { systemStatus } from './system-status.ts';

const NOW = 1_000_000;
const fresh = { state: 'open', at: NOW - 500 } as const;
const old = { state: 'open', at: NOW - 60_000 } as const;
const seen = {
  service: 'ok',
  isOnline: true,
  socket: 'live',
  quotes: new Map([['BTC/USDT', fresh]]),
  nowMs: NOW,
  standstillMs: undefined,
} as const;

describe('the state of the system', () => {
  it('given every part answers, then all is normal', () => {
    expect(systemStatus(seen)).toEqual({
      overall: 'ok',
      service: 'ok',
      connection: 'ok',
      prices: 'ok',
      pausedMarkets: 0,
    });
  });

  it.each([
    [{ service: 'maintenance' }, { overall: 'bad', service: 'maintenance' }],
    [{ service: 'bad' }, { overall: 'bad', service: 'bad' }],
    [{ isOnline: false }, { overall: 'bad', connection: 'bad' }],
    [{ socket: 'lost' }, { overall: 'bad', connection: 'bad' }],
    [{ standstillMs: 9_000 }, { overall: 'bad', prices: 'bad', pausedMarkets: 1 }],
  ] as const)('given %j, then it is not normal, and the part is named', (change, found) => {
    expect(systemStatus({ ...seen, ...change })).toMatchObject(found);
  });

  it('given some markets without a new price, then they are counted; closed and halted ones are not', () => {
    const quotes = new Map<string, { state: 'open' | 'closed' | 'halted'; at: number }>([
      ['A', fresh],
      ['B', old],
      ['C', { state: 'closed', at: 0 }],
      ['D', { state: 'halted', at: 0 }],
    ]);
    expect(systemStatus({ ...seen, quotes })).toMatchObject({ prices: 'bad', pausedMarkets: 1 });
  });

  it.each([{ service: 'unknown' }, { socket: 'connecting' }, { quotes: new Map() }] as const)(
    'given %j, then it is unknown and never called normal',
    (change) => {
      expect(systemStatus({ ...seen, ...change }).overall).toBe('unknown');
    },
  );

  it('given one part is bad and another unknown, then it is bad', () => {
    expect(systemStatus({ ...seen, service: 'unknown', isOnline: false }).overall).toBe('bad');
  });
});
