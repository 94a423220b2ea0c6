import type { Registry } from 'prom-client';
import { countFrom, gaugeFrom } from '../process/metrics.ts';
import type { Bus } from './bus.ts';

/** Exposes whether the bus is connected, what it could not send or get answered, and what it did not believe. */
export function measureBus(registry: Registry, bus: Bus): void {
  gaugeFrom(registry, { name: 'bus_connected', help: 'Whether the bus is connected.' }, () => [
    { labels: {}, count: Number(bus.isUp()) },
  ]);
  const lost = { name: 'bus_messages_lost_total', help: 'Messages that were not sent, because the bus was away.' };
  countFrom(registry, lost, () => [{ labels: {}, count: bus.counts().lost }]);
  const failed = { name: 'bus_requests_failed_total', help: 'Requests without an answer, by what is known of them.' };
  countFrom(registry, { ...failed, labelNames: ['outcome'] }, () => {
    const { unsent, unanswered } = bus.counts();
    return [
      { labels: { outcome: 'unsent' }, count: unsent },
      { labels: { outcome: 'unknown' }, count: unanswered },
    ];
  });
  const refused = {
    name: 'bus_messages_refused_total',
    help: 'Messages that were not signed by our processes, repeated or too old.',
  };
  countFrom(registry, { ...refused, labelNames: ['kind'] }, () =>
    Object.entries(bus.refused()).map(([kind, count]) => ({ labels: { kind }, count })),
  );
}
