import { type Decimal, ONE } from '@app/money';
import type { KlineBar } from '@app/ui';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCandleSource } from './candle-source.ts';

const MINUTE = 60_000;
const START = 1_000 * MINUTE;
const CUT = 40;

const settled = () => new Promise((done) => setImmediate(done));
const timesOf = (bars: readonly KlineBar[]) => bars.map(({ time }) => time / MINUTE);

/** A market with its server, its channel and a chart; every answer waits until the test lets it come. */
function createWorld(firstMinute = START / MINUTE) {
  const all = new Map<number, KlineBar>();
  const open: (() => void)[] = [];
  const timers = new Map<() => void, number>();
  let [nowMs, isUp]: [number, boolean] = [firstMinute * MINUTE, false];
  let [told, onChange]: [readonly KlineBar[], () => void] = [[], () => undefined];
  let isRefusing = false;
  const tick = () => {
    const time = Math.floor(nowMs / MINUTE) * MINUTE;
    const close = (((all.get(time)?.close ?? 0n) as bigint) + ONE) as Decimal;
    all.set(time, { time, open: close, high: close, low: close, close, volume: close });
  };
  const bars = () => [...all.values()].sort((a, b) => a.time - b.time);
  const source = createCandleSource({
    ...{ key: 'BTC/USDT 1min', period: '1min' },
    ask: (from, to) => {
      const [answer, fails] = [bars().filter(({ time }) => time >= from && time <= to), isRefusing];
      return new Promise((give, refuse) => {
        open.push(() => (fails ? refuse(new Error('refused')) : give(answer.slice(-CUT))));
      });
    },
    listen: (listener) => {
      onChange = listener;
      return () => {
        onChange = () => undefined;
      };
    },
    heard: () => (isUp ? told : undefined),
    now: () => nowMs,
    later: (act, ms) => {
      timers.set(act, ms);
      return () => timers.delete(act);
    },
  });
  const chart = new Map<number, KlineBar>();
  const show = (shown: readonly KlineBar[]) => {
    for (const bar of shown) chart.set(bar.time, bar);
  };
  return {
    ...{ source, chart, show, tick, bars },
    pass: (ms: number) => {
      nowMs += ms;
    },
    up: () => {
      [isUp, told] = [true, bars().slice(-2)];
      onChange();
    },
    frame: () => {
      if (!isUp) return;
      const [from, byTime] = [told.at(-1)?.time ?? 0, new Map(told.map((bar) => [bar.time, bar]))];
      for (const bar of bars()) if (bar.time >= from) byTime.set(bar.time, bar);
      told = [...byTime.values()];
      onChange();
    },
    down: () => {
      isUp = false;
      onChange();
    },
    refuse: (isOn: boolean) => {
      isRefusing = isOn;
    },
    answer: async (at = 0) => {
      open.splice(at, 1)[0]?.();
      await settled();
    },
    /** Timers that run out before a moment; no answer comes. */
    timeOut: (withinMs: number) => {
      for (const [act, ms] of [...timers])
        if (ms <= withinMs) {
          timers.delete(act);
          act();
        }
    },
    /** Every answer comes and every timer runs out. */
    rest: async () => {
      for (let round = 0; round < 40; round++) {
        for (const act of [...timers.keys()]) {
          timers.delete(act);
          act();
        }
        while (open.length > 0) {
          open.shift()?.();
          await settled();
        }
        await settled();
      }
    },
  };
}

const event = fc.record({
  what: fc.constantFrom('tick', 'tick', 'frame', 'down', 'up', 'answer', 'answer', 'refuse', 'allow', 'sleep'),
  size: fc.nat({ max: 4 }),
});

describe('a source of candles', () => {
  it('shows what the server knows, without a gap, whatever broke, was refused or came late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const world = createWorld();
        for (let at = 0; at < 30; at++) [world.tick(), world.pass(MINUTE)];
        world.tick();
        world.source.listen(world.show);
        const load = () => world.source.load(undefined).then(({ bars }) => world.show(bars));
        let loading = load().catch(() => undefined);
        const acts: Record<string, (size: number) => unknown> = {
          tick: (size) => [world.pass(size * 20_000), world.tick()],
          frame: world.frame,
          down: world.down,
          up: world.up,
          answer: world.answer,
          refuse: () => world.refuse(true),
          allow: () => world.refuse(false),
          sleep: (size) => {
            world.down();
            for (let at = 0; at < size * 30; at++) [world.pass(MINUTE), world.tick()];
          },
        };
        for (const { what, size } of events) await acts[what]?.(size);
        world.refuse(false);
        await world.rest();
        await loading;
        loading = load(); // A first page that failed is asked for again by whoever looks.
        world.up();
        world.tick();
        world.frame();
        await world.rest();
        await loading;
        const shown = [...world.chart.values()].sort((a, b) => a.time - b.time);
        const [first] = shown;
        expect(shown).toEqual(world.bars().filter(({ time }) => time >= (first?.time ?? 0)));
        expect(timesOf(shown).at(-1)).toBe(timesOf(world.bars()).at(-1));
      }),
      { numRuns: 300 },
    );
  });

  it('given a weekend without bars, when the newest or an older page is asked for, then it reaches over it', async () => {
    const world = createWorld();
    world.tick();
    world.pass(3 * 24 * 60 * MINUTE);
    const newest = world.source.load(undefined);
    await world.rest();
    expect(timesOf((await newest).bars)).toEqual([1_000]);
    world.tick();
    const older = world.source.load(world.bars()[1]?.time);
    await world.rest();
    expect(timesOf((await older).bars)).toEqual([1_000]);
  });

  it('given the first bar of all, when what is before it is asked for, then that is the end', async () => {
    const world = createWorld();
    world.tick();
    const page = world.source.load(START);
    await world.rest();
    expect(await page).toEqual({ bars: [], isFirst: true });
  });

  it('given a page that is refused twice, when it is asked for again, then it comes', async () => {
    const world = createWorld();
    world.tick();
    world.refuse(true);
    const refused = world.source.load(undefined);
    const said = expect(refused).rejects.toThrow('refused');
    await world.rest();
    await said;
    world.refuse(false);
    const given = world.source.load(undefined);
    await world.rest();
    expect((await given).bars).toHaveLength(1);
  });

  it('given bars missing before the channel’s start, when they are on their way, then new bars wait for them', async () => {
    const world = createWorld();
    world.tick();
    const loaded = world.source.load(undefined);
    await world.rest();
    world.show((await loaded).bars);
    world.source.listen(world.show);
    for (let at = 0; at < 5; at++) [world.pass(MINUTE), world.tick()];
    world.up();
    expect(world.chart.size).toBe(1);
    await world.answer();
    expect(timesOf([...world.chart.values()])).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 1_005]);
  });

  it('given missing bars that do not come, when seconds pass, then the new ones are shown, and the hole is filled later', async () => {
    const world = createWorld();
    world.tick();
    const loaded = world.source.load(undefined);
    await world.rest();
    world.show((await loaded).bars);
    world.source.listen(world.show);
    for (let at = 0; at < 5; at++) [world.pass(MINUTE), world.tick()];
    world.up();
    world.timeOut(2_000);
    expect(world.chart.size).toBe(1);
    world.timeOut(3_000);
    expect(timesOf([...world.chart.values()])).toEqual([1_000, 1_004, 1_005]);
    world.pass(MINUTE);
    world.tick();
    world.frame();
    expect(timesOf([...world.chart.values()]).at(-1)).toBe(1_006);
    await world.answer();
    expect(timesOf([...world.chart.values()]).sort()).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 1_006]);
  });

  it('given a channel ahead of the first page, when the bars between hang, then the page is there after seconds', async () => {
    const world = createWorld();
    world.tick();
    world.source.listen(world.show);
    const loaded = world.source.load(undefined);
    for (let at = 0; at < 5; at++) [world.pass(MINUTE), world.tick()];
    world.up();
    await world.answer();
    world.timeOut(3_000);
    expect(timesOf((await loaded).bars)).toEqual([1_000, 1_004, 1_005]);
  });

  it('given history that is refused for now, when it is asked for again, then it goes on: only no bars are the end', async () => {
    const world = createWorld();
    world.tick();
    world.pass(MINUTE);
    world.refuse(true);
    const refused = expect(world.source.load(START + MINUTE)).rejects.toThrow('refused');
    await world.rest();
    await refused;
    world.refuse(false);
    const given = world.source.load(START + MINUTE);
    await world.rest();
    expect(await given).toMatchObject({ isFirst: false });
  });
});
