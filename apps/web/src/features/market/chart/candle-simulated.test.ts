import { describe, expect, it } from 'vitest';
import { createSimulatedWatch } from './candles.ts';

describe('simulated bars in a chart', () => {
  it('given pages of bars, when one has a simulated bar, then watchers are notified once and the flag stays set', () => {
    const watch = createSimulatedWatch();
    const flags: boolean[] = [];
    watch.watch(() => flags.push(watch.hasSimulated()));
    watch.see([{ simulated: false }, {}]);
    expect([watch.hasSimulated(), flags]).toEqual([false, []]);
    watch.see([{ simulated: true }, { simulated: false }]);
    watch.see([{ simulated: true }]);
    watch.see([{ simulated: false }]);
    expect([watch.hasSimulated(), flags]).toEqual([true, [true]]);
  });

  it('given a removed watcher, when a simulated bar arrives, then it is not notified', () => {
    const watch = createSimulatedWatch();
    watch.watch(() => expect.unreachable())();
    watch.see([{ simulated: true }]);
    expect(watch.hasSimulated()).toBe(true);
  });
});
