import { describe, expect, it } from 'vitest';
import { startCpuMeter } from './cpu.ts';

describe('the CPU of processes that come and go', () => {
  it('given one ends and one starts during the run, then each counts what it used within the run', async () => {
    const used = new Map([
      [1, 100],
      [2, 50],
    ]);
    const listed = () => Promise.resolve([...used.keys()].map((pid) => ({ name: 'pool', pid })));
    const meter = await startCpuMeter(listed, (pid) => used.get(pid) ?? 0);
    used.set(1, 110).set(2, 55);
    await meter.read();
    used.delete(2);
    used.set(1, 120).set(3, 7);
    await meter.read();
    expect([...meter.byName()]).toEqual([['pool', 20 + 5 + 7]]);
  });

  it('given one is still listed but can no longer be read, then what was read last counts', async () => {
    let cpuMs = 10;
    const meter = await startCpuMeter(
      () => Promise.resolve([{ name: 'api', pid: 1 }]),
      () => cpuMs,
    );
    cpuMs = 30;
    await meter.read();
    cpuMs = 0;
    await meter.read();
    expect(meter.byName().get('api')).toBe(20);
  });
});
