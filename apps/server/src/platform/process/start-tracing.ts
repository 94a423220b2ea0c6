import { randomBytes } from 'node:crypto';
import { formatTraceparent } from '@app/base';
import type { SpanKind as ApiKind, SpanContext } from '@opentelemetry/api';
import type { Log } from './log.ts';
import { type SpanOptions, type Tracer, useTracer } from './trace.ts';

/** The standard variables of OpenTelemetry that this process reads itself; the exporter reads its own. */
export type TracingConfig = {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  readonly OTEL_TRACES_SAMPLER: 'parentbased_always_on' | 'parentbased_always_off' | 'parentbased_traceidratio';
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly OTEL_BSP_SCHEDULE_DELAY: number;
};

/**
 * Starts tracing if a collector is configured; otherwise nothing is loaded. Spans are sent in the background and are
 * dropped when the collector does not keep up: a trace may have gaps, a request never waits for one.
 */
export async function startTracing(
  name: string,
  config: TracingConfig,
  log: Log,
  random: () => number = Math.random,
): Promise<void> {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (exporter === 'none' || (exporter === undefined && endpoint === undefined)) return;
  const ratio = ratioOf(config);
  const { tracer, flush } = await openTracer(name, config.OTEL_BSP_SCHEDULE_DELAY, () => random() < ratio);
  useTracer(tracer);
  log.info({ ratio }, 'tracing.started');
  // After the last work has ended and everything else is closed.
  process.once('beforeExit', () => {
    useTracer(undefined);
    void flush().catch((error: unknown) => log.warn({ err: error }, 'tracing.flush_failed'));
  });
}

const ratioOf = ({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): number =>
  ({ parentbased_always_on: 1, parentbased_always_off: 0, parentbased_traceidratio: ratio })[sampler];

const SCOPE = 'tidemark';

async function openTracer(name: string, delayMs: number, isSampled: () => boolean) {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  let givenTraceId: string | undefined;
  const provider = new sdk.TracerProvider({
    // Only sampled spans are started: the decision is made where a request enters.
    sampler: new sdk.AlwaysOnSampler(),
    resource: resources
      .resourceFromAttributes({ 'service.name': `tidemark-${name}`, 'service.instance.id': String(process.pid) })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })), // OTEL_SERVICE_NAME wins.
    idGenerator: {
      generateTraceId: () => givenTraceId ?? randomBytes(16).toString('hex'),
      generateSpanId: () => randomBytes(8).toString('hex'),
    },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: delayMs })],
  });
  const source = provider.getTracer(SCOPE);
  const contextOf = (traceId: string, spanId: string): SpanContext => ({
    traceId,
    spanId,
    traceFlags: api.TraceFlags.SAMPLED,
    isRemote: true,
  });
  const kinds: Readonly<Record<SpanOptions['kind'], ApiKind>> = {
    server: api.SpanKind.SERVER,
    internal: api.SpanKind.INTERNAL,
    producer: api.SpanKind.PRODUCER,
    consumer: api.SpanKind.CONSUMER,
  };
  const tracer: Tracer = {
    isSampled,
    start: (spanName, { traceId, spanId }, { kind, attributes = {}, links = [] }) => {
      const above =
        spanId === undefined
          ? api.ROOT_CONTEXT
          : api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(traceId, spanId));
      const linked = links.map((link) => ({ context: contextOf(link.traceId, link.spanId) }));
      givenTraceId = traceId;
      const span = source.startSpan(
        spanName,
        { kind: kinds[kind], attributes: { ...attributes }, links: linked },
        above,
      );
      givenTraceId = undefined;
      const context = { traceId, spanId: span.spanContext().spanId, isSampled: true };
      return {
        context,
        traceparent: formatTraceparent(context),
        event: (event) => void span.addEvent(event),
        set: (attribute, value) => void span.setAttribute(attribute, value),
        end: (error) => {
          if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: nameOf(error) });
          span.end();
        },
      };
    },
  };
  return { tracer, flush: () => provider.shutdown() };
}

/** Names an error without its message, which may quote what a caller sent. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
