import { describe, expect, it } from 'vitest';
import { createSimulatedWatch } from './candle-simulated.ts';

describe('simulated bars in a chart', () => {
  it('given pages of bars, when one of them has a simulated bar, then it is said once and stays said', () => {
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

  it('given a watcher that left, when a simulated bar comes, then it hears nothing', () => {
    const watch = createSimulatedWatch();
    watch.watch(() => expect.unreachable())();
    watch.see([{ simulated: true }]);
    expect(watch.hasSimulated()).toBe(true);
  });
});
