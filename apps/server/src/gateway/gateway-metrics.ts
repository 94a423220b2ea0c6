import type { Registry } from 'prom-client';
import { countFrom, gaugeFrom } from '../platform/process/metrics.ts';
import type { Gateway } from './gateway.ts';

/** Exposes open sockets and what was sent to them. */
export function measureGateway(registry: Registry, gateway: Pick<Gateway, 'counts' | 'socketCount'>): void {
  const { counts } = gateway;
  gaugeFrom(registry, { name: 'gateway_sockets', help: 'Open sockets.' }, () => [
    { labels: {}, count: gateway.socketCount() },
  ]);
  const frames = { name: 'gateway_frames_total', help: 'Frames, once for all sockets of a channel.' };
  countFrom(registry, { ...frames, labelNames: ['channel'] }, () => [
    { labels: { channel: 'private' }, count: counts.frames },
    { labels: { channel: 'public' }, count: counts.sent },
  ]);
  countFrom(registry, { name: 'gateway_lagging_sockets_total', help: 'Sockets that did not read fast enough.' }, () => [
    { labels: {}, count: counts.behind },
  ]);
  const ended = { name: 'gateway_disconnected_sockets_total', help: 'Sockets the gateway disconnected, by reason.' };
  countFrom(registry, { ...ended, labelNames: ['reason'] }, () => [
    { labels: { reason: 'lagging' }, count: counts.hung_up },
    { labels: { reason: 'flood' }, count: counts.floods },
  ]);
  const dropped = { name: 'gateway_dropped_events_total', help: 'Events of clients that were dropped, by reason.' };
  countFrom(registry, { ...dropped, labelNames: ['reason'] }, () => [
    { labels: { reason: 'too_many' }, count: counts.too_many },
    { labels: { reason: 'unknown' }, count: counts.unknown },
  ]);
}
