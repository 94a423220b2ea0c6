import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Span as an OpenTelemetry collector received it. */
export type CollectedSpan = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly tookMs: number;
  readonly startMs: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  readonly links: readonly string[];
};

export type TraceCollector = {
  /** Value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  spans(): readonly CollectedSpan[];
  close(): Promise<void>;
};

/** Starts a collector of spans: OTLP over HTTP as JSON, in memory. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      spans.push(...readSpans(JSON.parse(body) as ExportRequest));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, spans: () => spans, close };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // No encoding is set.
  return Buffer.concat(parts).toString();
}

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type OtlpSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly { readonly name: string }[];
  readonly links?: readonly { readonly spanId: string }[];
};
type ExportRequest = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
};

const valuesOf = (attributes: readonly Attribute[] = []): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

const readSpans = ({ resourceSpans }: ExportRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = valuesOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => readSpan(service, span)));
  });

const NS_PER_MS = 1_000_000;

function readSpan(service: string, span: OtlpSpan): CollectedSpan {
  const { traceId, spanId, parentSpanId = '', name, attributes, events = [], links = [] } = span;
  const startMs = Number(span.startTimeUnixNano) / NS_PER_MS;
  return {
    service,
    name,
    traceId,
    spanId,
    parentSpanId,
    startMs,
    tookMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / NS_PER_MS,
    attributes: valuesOf(attributes),
    events: events.map((event) => event.name),
    links: links.map((link) => link.spanId),
  };
}
