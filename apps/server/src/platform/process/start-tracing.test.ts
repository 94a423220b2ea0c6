import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTraceCollector } from '@app/testkit';
import { describe, expect, it } from 'vitest';

/** A process that starts tracing, records one call if it is on, ends by itself, and prints what it had loaded. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) });
  const folder = ${JSON.stringify(import.meta.dirname)};
  const { startTracing } = await import(folder + '/start-tracing.ts');
  const { startRequestSpan } = await import(folder + '/trace.ts');
  const config = {
    OTEL_EXPORTER_OTLP_ENDPOINT: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_TRACES_EXPORTER: process.env.OTEL_TRACES_EXPORTER,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 0.5,
    OTEL_BSP_SCHEDULE_DELAY: 60_000,
  };
  const draws = [0.49, 0.5];
  await startTracing('test', config, { info() {}, warn: console.error }, () => draws.shift());
  const header = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), isSampled: false };
  const spans = ['first', 'second'].map((name) => startRequestSpan(() => ({ name, traceId: header.traceId, header, isTrusted: false })));
  for (const span of spans) span?.end();
  console.log(JSON.stringify([...loaded].filter((name) => name.startsWith('@opentelemetry'))));
`;

async function run(environment: Record<string, string>): Promise<readonly string[]> {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const cwd = join(import.meta.dirname, '../../../../..');
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env: { ...environment } });
  return JSON.parse(stdout) as string[];
}

describe('tracing', () => {
  it('given no collector, or an exporter of none, then nothing of OpenTelemetry is loaded', async () => {
    expect(await run({})).toEqual([]);
    const endpoint = 'http://127.0.0.1:1';
    expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' })).toEqual([]);
  });

  it('given a collector, then the sampled call arrives there before the process ends, with the names of the standard', async () => {
    const collector = await startTraceCollector();
    const loaded = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop' });
    expect(loaded).toContain('@opentelemetry/sdk-trace');
    expect(collector.spans()).toEqual([
      expect.objectContaining({
        service: 'shop',
        name: 'first',
        traceId: 'ab'.repeat(16),
        parentSpanId: 'cd'.repeat(8),
      }),
    ]);
    await collector.close();
  });
});
