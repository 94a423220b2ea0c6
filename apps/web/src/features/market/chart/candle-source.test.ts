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

/** Creates a market with its server, its channel and a chart; every response waits until the test releases it. */
function createDeps(firstMinute = START / MINUTE) {
  const all = new Map<number, KlineBar>();
  const open: (() => void)[] = [];
  const timers = new Map<() => void, number>();
  let nowMs: number = firstMinute * MINUTE;
  let isUp: boolean = false;
  let received: readonly KlineBar[] = [];
  let onChange: () => void = () => undefined;
  let isRefusing = false;
  const tick = () => {
    const time = Math.floor(nowMs / MINUTE) * MINUTE;
    const close = (((all.get(time)?.close ?? 0n) as bigint) + ONE) as Decimal;
    all.set(time, { time, open: close, high: close, low: close, close, volume: close });
  };
  const bars = () => [...all.values()].sort((a, b) => a.time - b.time);
  const source = createCandleSource({
    key: 'BTC/USDT 1min',
    period: '1min',
    fetchBars: (from, to) => {
      const answer = bars().filter(({ time }) => time >= from && time <= to);
      const fails = isRefusing;
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
    liveBars: () => (isUp ? received : undefined),
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
    source,
    chart,
    show,
    tick,
    bars,
    pass: (ms: number) => {
      nowMs += ms;
    },
    up: () => {
      isUp = true;
      received = bars().slice(-2);
      onChange();
    },
    frame: () => {
      if (!isUp) return;
      const from = received.at(-1)?.time ?? 0;
      const byTime = new Map(received.map((bar) => [bar.time, bar]));
      for (const bar of bars()) if (bar.time >= from) byTime.set(bar.time, bar);
      received = [...byTime.values()];
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
    /** Fires the timers due within a duration; releases no response. */
    timeOut: (withinMs: number) => {
      for (const [act, ms] of [...timers])
        if (ms <= withinMs) {
          timers.delete(act);
          act();
        }
    },
    /** Releases every response and fires every timer. */
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
  it('shows the server’s bars without a gap, whatever broke, was refused or arrived late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const deps = createDeps();
        for (let index = 0; index < 30; index++) [deps.tick(), deps.pass(MINUTE)];
        deps.tick();
        deps.source.listen(deps.show);
        const load = () => deps.source.load(undefined).then(({ bars }) => deps.show(bars));
        let loading = load().catch(() => undefined);
        const acts: Record<string, (size: number) => unknown> = {
          tick: (size) => [deps.pass(size * 20_000), deps.tick()],
          frame: deps.frame,
          down: deps.down,
          up: deps.up,
          answer: deps.answer,
          refuse: () => deps.refuse(true),
          allow: () => deps.refuse(false),
          sleep: (size) => {
            deps.down();
            for (let index = 0; index < size * 30; index++) [deps.pass(MINUTE), deps.tick()];
          },
        };
        for (const { what, size } of events) await acts[what]?.(size);
        deps.refuse(false);
        await deps.rest();
        await loading;
        loading = load(); // The user reloads a first page that failed.
        deps.up();
        deps.tick();
        deps.frame();
        await deps.rest();
        await loading;
        const shown = [...deps.chart.values()].sort((a, b) => a.time - b.time);
        const [first] = shown;
        expect(shown).toEqual(deps.bars().filter(({ time }) => time >= (first?.time ?? 0)));
        expect(timesOf(shown).at(-1)).toBe(timesOf(deps.bars()).at(-1));
      }),
      { numRuns: 300 },
    );
  });

  it('given a weekend without bars, when the newest or an older page is requested, then it reaches across it', async () => {
    const deps = createDeps();
    deps.tick();
    deps.pass(3 * 24 * 60 * MINUTE);
    const newest = deps.source.load(undefined);
    await deps.rest();
    expect(timesOf((await newest).bars)).toEqual([1_000]);
    deps.tick();
    const older = deps.source.load(deps.bars()[1]?.time);
    await deps.rest();
    expect(timesOf((await older).bars)).toEqual([1_000]);
  });

  it('given the very first bar, when earlier bars are requested, then that is the end', async () => {
    const deps = createDeps();
    deps.tick();
    const page = deps.source.load(START);
    await deps.rest();
    expect(await page).toEqual({ bars: [], isFirst: true });
  });

  it('given a page that is refused twice, when it is requested again, then it loads', async () => {
    const deps = createDeps();
    deps.tick();
    deps.refuse(true);
    const refused = deps.source.load(undefined);
    const rejection = expect(refused).rejects.toThrow('refused');
    await deps.rest();
    await rejection;
    deps.refuse(false);
    const given = deps.source.load(undefined);
    await deps.rest();
    expect((await given).bars).toHaveLength(1);
  });

  it('given bars missing before the channel’s start, when they are loading, then new bars wait for them', async () => {
    const deps = createDeps();
    deps.tick();
    const loaded = deps.source.load(undefined);
    await deps.rest();
    deps.show((await loaded).bars);
    deps.source.listen(deps.show);
    for (let index = 0; index < 5; index++) [deps.pass(MINUTE), deps.tick()];
    deps.up();
    expect(deps.chart.size).toBe(1);
    await deps.answer();
    expect(timesOf([...deps.chart.values()])).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 1_005]);
  });

  it('given missing bars that do not load, when seconds pass, then new ones are shown, and the gap is filled later', async () => {
    const deps = createDeps();
    deps.tick();
    const loaded = deps.source.load(undefined);
    await deps.rest();
    deps.show((await loaded).bars);
    deps.source.listen(deps.show);
    for (let index = 0; index < 5; index++) [deps.pass(MINUTE), deps.tick()];
    deps.up();
    deps.timeOut(2_000);
    expect(deps.chart.size).toBe(1);
    deps.timeOut(3_000);
    expect(timesOf([...deps.chart.values()])).toEqual([1_000, 1_004, 1_005]);
    deps.pass(MINUTE);
    deps.tick();
    deps.frame();
    expect(timesOf([...deps.chart.values()]).at(-1)).toBe(1_006);
    await deps.answer();
    expect(timesOf([...deps.chart.values()]).sort()).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 1_006]);
  });

  it('given a channel ahead of the first page, when the bars between hang, then the page is shown after seconds', async () => {
    const deps = createDeps();
    deps.tick();
    deps.source.listen(deps.show);
    const loaded = deps.source.load(undefined);
    for (let index = 0; index < 5; index++) [deps.pass(MINUTE), deps.tick()];
    deps.up();
    await deps.answer();
    deps.timeOut(3_000);
    expect(timesOf((await loaded).bars)).toEqual([1_000, 1_004, 1_005]);
  });

  it('given history refused for now, when it is requested again, then it continues: only an empty page is the end', async () => {
    const deps = createDeps();
    deps.tick();
    deps.pass(MINUTE);
    deps.refuse(true);
    const refused = expect(deps.source.load(START + MINUTE)).rejects.toThrow('refused');
    await deps.rest();
    await refused;
    deps.refuse(false);
    const given = deps.source.load(START + MINUTE);
    await deps.rest();
    expect(await given).toMatchObject({ isFirst: false });
  });
});
