import { Gauge, type Registry } from 'prom-client';
import type { Bus } from './bus.ts';

/** Exposes how many messages the bus did not believe. */
export function measureBus(registry: Registry, bus: Bus): void {
  const gauge = new Gauge({
    name: 'bus_refused_messages',
    help: 'Messages that were not signed by our processes, repeated or too old, since the start.',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect: () => {
      for (const [kind, count] of Object.entries(bus.refused())) gauge.set({ kind }, count);
    },
  });
}
