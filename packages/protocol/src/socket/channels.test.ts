import { MODES } from '@app/domain/ledger';
import { PERIODS } from '@app/domain/market';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Channel, channelName, readChannel } from './channels.ts';

const symbol = fc.constantFrom('BTC/USDT', 'EUR/USD', 'BRK.B/USD');
const channel: fc.Arbitrary<Channel> = fc.oneof(
  fc.constant({ kind: 'quotes' } as const),
  fc.record({ kind: fc.constant('kline' as const), symbol, period: fc.constantFrom(...PERIODS) }),
  fc.record({ kind: fc.constantFrom('depth' as const, 'trades' as const), symbol, mode: fc.constantFrom(...MODES) }),
);

describe('a channel name', () => {
  it('parses back to the channel it was formatted from', () => {
    fc.assert(fc.property(channel, (it) => void expect(readChannel(channelName(it))).toEqual(it)));
  });

  it('is accepted in one form only, and nothing else is accepted at all', () => {
    fc.assert(
      fc.property(fc.string(), channel, (noise, it) => {
        const name = channelName(it);
        for (const text of [noise, name + noise, noise + name, name.toUpperCase(), `${name}:`]) {
          const read = readChannel(text);
          if (read !== undefined) expect(channelName(read)).toBe(text);
        }
      }),
    );
  });

  it.each([
    '',
    'quotes:',
    'quotes:1',
    'kline:BTC/USDT',
    'kline:BTC/USDT:2min',
    'kline:BTC/USDT:1min:x',
    'depth:BTC/USDT',
    'depth:fake:BTC/USDT',
    'trades',
    'push:1',
  ])('given %j, when it is parsed, then it is no channel', (name) => expect(readChannel(name)).toBeUndefined());
});
