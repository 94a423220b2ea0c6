import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listPostgres, startCpuMeter } from '../../bench/orders/cpu.ts';
import type { Stack } from '../../stack/stack.ts';
import { withClient } from '../rig.ts';

/** Below this share of a core a process is not worth a word. */
const SHARE_MIN = 0.01;

/**
 * Starts to measure what trading costs. The returned function names each process's share of a core, and the event loop
 * delay of this process: it runs all clients, so a delay here is part of every answer's time and not the product's.
 */
export async function measureCost({ processes, services, database }: Stack): Promise<() => Promise<string>> {
  const measured = [
    { name: 'clients', pid: process.pid },
    ...processes.map(({ name, pid }) => ({ name, pid: pid() ?? 0 })),
    ...services.filter(({ name }) => name !== 'postgres'),
  ];
  const listed = () =>
    withClient(database.urlOf('postgres'), async (root) => [...measured, ...(await listPostgres(root))]);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const meter = await startCpuMeter(listed);
  const startedMs = performance.now();
  delay.enable();
  return async () => {
    delay.disable();
    const tookMs = performance.now() - startedMs;
    await meter.read();
    const shares = [...meter.byName()]
      .map(([name, ms]) => ({ name, share: ms / tookMs }))
      .filter(({ share }) => share >= SHARE_MIN)
      .sort((one, other) => other.share - one.share);
    const loop = (percent: number) => Math.round(delay.percentile(percent) / 1e6);
    return [
      `cores: ${shares.map(({ name, share }) => `${name} ${share.toFixed(2)}`).join(', ')}`,
      `event loop of the clients: p50 ${loop(50)} ms, p99 ${loop(99)} ms, longest ${Math.round(delay.max / 1e6)} ms`,
    ].join('; ');
  };
}
