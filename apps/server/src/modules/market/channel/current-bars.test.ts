import type { Tick } from '@app/domain/market';
import type { Amount, Price } from '@app/money';
import { CHANNEL_MEANINGS } from '@app/protocol/socket';
import { describe, expect, it } from 'vitest';
import { createCurrentBars } from './current-bars.ts';
import { openKline } from './kline-channel.ts';

const MINUTE_MS = 60_000;
const KEY = { market: 1, period: '1min' } as const;

/** Creates bars fed with one tick a minute, each priced at its minute's number. */
function setUp() {
  const bars = createCurrentBars({ block: 0, bars: [] });
  const tick = (minute: number, price = minute) => {
    const seq = bars.blockNumber() + 1;
    const tickFields = { price: BigInt(price) as Price, volume: 1n as Amount };
    const ticks: Tick[] = [{ market: 1, seq, atMs: minute * MINUTE_MS, ...tickFields, sources: [] }];
    bars.take([{ number: seq, ticks }]);
  };
  const closesOf = ({ data }: { data: unknown }) => CHANNEL_MEANINGS.kline.start(data)?.map(({ close }) => close);
  return { bars, tick, closesOf };
}

describe('the open bars', () => {
  it('given two watchers of one bar, when one leaves, then the other is notified as before', () => {
    const { bars, tick } = setUp();
    const calls: string[] = [];
    const watcher = (who: string) => ({
      onBar: () => void calls.push(who),
      onUpdate: () => void calls.push(`${who}!`),
    });
    const leave = bars.watch(KEY, watcher('one'));
    const leaveToo = bars.watch(KEY, watcher('two'));
    tick(1);
    expect(calls.splice(0)).toEqual(['one', 'two', 'one!', 'two!']);
    leave();
    leave();
    tick(2);
    expect(calls.splice(0)).toEqual(['two', 'two!']);
    leaveToo();
    tick(3);
    expect(calls).toEqual([]);
  });

  it('given a bar that ended, when a watcher starts later, then its final state is there, even if unwatched before', () => {
    const { bars, tick, closesOf } = setUp();
    tick(1);
    const kline = openKline(bars, KEY, () => {});
    expect(closesOf(kline.start())).toEqual([1n]);
    tick(1, 7);
    tick(2);
    kline.nextUpdate();
    tick(2, 8);
    kline.nextUpdate();
    expect(closesOf(kline.start())).toEqual([7n, 8n]);
    tick(3);
    kline.nextUpdate();
    kline.close();
    tick(3, 9);
    tick(4);
    expect(closesOf(openKline(bars, KEY, () => {}).start())).toEqual([9n, 4n]);
  });
});
