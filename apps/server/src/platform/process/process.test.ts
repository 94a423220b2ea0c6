import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { type HealthCheck, readHealth } from './health.ts';
import { createRegistry, gaugeFrom } from './metrics.ts';
import { answerHealth, listen, type ProcessView, serveProcess } from './process.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const broken: HealthCheck = () => Promise.resolve(['database: away']);
const alarm: HealthCheck = () => Promise.resolve(['ledger: one unit is missing']);
const anywhere = { HEALTH_HOST: '127.0.0.1', HEALTH_PORT: 0 };

async function open(view: Partial<ProcessView>) {
  const server = await serveProcess({ checks: [], registry: createRegistry('test'), ...view }, anywhere);
  stops.push(() => server.close());
  return reader(server.address() as AddressInfo);
}

const reader =
  ({ port }: AddressInfo) =>
  async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };

describe('what a process shows to its operator', () => {
  it('given a dependency is away, then it is alive and not ready, and health says why', async () => {
    const read = await open({ checks: [broken] });
    expect(await read('/health/live')).toMatchObject({ status: 200 });
    expect(await read('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('database: away') });
    expect(await read('/health')).toMatchObject({ status: 503, text: expect.stringContaining('database: away') });
  });

  it('given an alarm, then health reports it, and the process stays ready: another instance would not help', async () => {
    const read = await open({ alarms: [alarm], describe: () => ({ lease: 'owner' }) });
    expect(await read('/health/ready')).toMatchObject({ status: 200 });
    const health = await read('/health');
    expect(health.status).toBe(503);
    expect(JSON.parse(health.text)).toEqual({
      status: 'degraded',
      reasons: ['ledger: one unit is missing'],
      lease: 'owner',
    });
  });

  it('given any process, then metrics name its program, its memory, its event loop and its uncaught errors', async () => {
    const { text } = await (await open({}))('/metrics');
    for (const line of [
      'tidemark_process_info{name="test"} 1',
      'process_uncaught_errors_total 0',
      'process_resident_memory_bytes ',
      'nodejs_eventloop_lag_p99_seconds ',
    ])
      expect(text).toContain(`\n${line}`);
  });

  it('given one metric that cannot be read, then the others are shown, and the failure is counted', async () => {
    const registry = createRegistry('test');
    gaugeFrom(registry, { name: 'queue_length', help: 'In a table.', labelNames: ['queue'] }, () =>
      Promise.reject(new Error('away')),
    );
    const read = await open({ registry });
    await read('/metrics');
    const { status, text } = await read('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('\ntidemark_process_info{name="test"} 1\n');
    expect(text).toContain('\nmetrics_read_failures_total{metric="queue_length"}');
    expect(text).not.toMatch(/^queue_length/m);
  });

  it('given metrics or a description that fail, then the answer is 503 and the process continues', async () => {
    const registry = new Registry();
    registry.metrics = () => Promise.reject(new Error('no'));
    const describeFailing = () => {
      throw new Error('not yet');
    };
    const read = await open({ registry, describe: describeFailing });
    expect((await read('/metrics')).status).toBe(503);
    expect(await read('/health')).toMatchObject({ status: 503, text: expect.stringContaining('not yet') });
    expect((await read('/health/live')).status).toBe(200);
  });

  it('given a check that never ends, then it is a reason', async () => {
    expect(await readHealth([() => new Promise(() => {})], 10)).toEqual({
      status: 'degraded',
      reasons: ['a check did not end within 10 ms'],
    });
  });
});

describe('the port of a service', () => {
  it('answers probes with the status alone, and shows no metrics', async () => {
    const server = await listen(answerHealth([broken]), { port: 0 });
    stops.push(() => server.close());
    const read = reader(server.address() as AddressInfo);
    expect(await read('/health')).toEqual({ status: 503, text: '{"status":"degraded"}' });
    expect(await read('/health/ready')).toEqual({ status: 503, text: '{"status":"degraded"}' });
    expect(await read('/health/live')).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect((await read('/metrics')).status).toBe(404);
  });
});
