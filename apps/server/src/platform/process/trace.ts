import { AsyncLocalStorage } from 'node:async_hooks';
import { parseTraceparent, type TraceContext } from '@app/base';

/**
 * Traces: spans of one call, from the browser through all processes. This file has no dependency: the OpenTelemetry SDK
 * is loaded by `startTracing` only where an operator has turned tracing on. Without it no span exists, and only the
 * trace id travels, which joins the logs.
 */
export type Span = {
  readonly context: TraceContext;
  /** The same as text: what a callee continues. */
  readonly traceparent: string;
  event(name: string): void;
  set(name: string, value: string | number | boolean): void;
  /** Ends the span; with an error, it is shown as failed. */
  end(error?: unknown): void;
};

export type SpanKind = 'server' | 'internal' | 'producer' | 'consumer';

export type SpanOptions = {
  readonly kind: SpanKind;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly links?: readonly TraceContext[];
};

export type Tracer = {
  /** Starts a span of a trace that is recorded, below `parent` or, without a span id, as its first. */
  start(name: string, parent: Pick<TraceContext, 'traceId'> & Partial<TraceContext>, options: SpanOptions): Span;
  /** Decides whether a new trace is recorded. */
  isSampled(): boolean;
};

let tracer: Tracer | undefined;

/** Turns tracing on in this process, or off again. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** What runs now: its trace id, for logs, and the `traceparent` of its span if the trace is recorded. */
type Running = { readonly traceId: string; readonly traceparent: string | undefined };

const running = new AsyncLocalStorage<Running>();

/** Runs work, and everything it starts, as part of a trace and, if it is recorded, below a span. */
export const inTrace = <Value>(traceId: string, span: Span | undefined, work: () => Value): Value =>
  running.run({ traceId, traceparent: span?.traceparent }, work);

/** Runs work below the span that a `traceparent` names; without one, as it is. */
export function inTraceparent<Value>(traceparent: string | null | undefined, work: () => Value): Value {
  const context = parseTraceparent(traceparent ?? undefined);
  if (context === undefined || !traceparent) return work();
  return running.run({ traceId: context.traceId, traceparent }, work);
}

/** Returns the trace id of what runs now, for logs and for people. */
export const currentTraceId = (): string | undefined => running.getStore()?.traceId;

/** Returns the `traceparent` for another process if the trace is recorded. */
export const currentTraceparent = (): string | undefined => running.getStore()?.traceparent;

type DescribedRequest = {
  readonly name: string;
  readonly traceId: string;
  readonly header: TraceContext | undefined;
  readonly isTrusted: boolean;
};

/**
 * Starts the span of a request from outside. A stranger may name the trace and the span above; whether it is recorded
 * is decided here, unless one of our own processes has decided already. Without tracing the request is not described.
 */
export function startRequestSpan(describe: () => DescribedRequest): Span | undefined {
  if (tracer === undefined) return undefined;
  const { name, traceId, header, isTrusted } = describe();
  const isSampled = isTrusted && header !== undefined ? header.isSampled : tracer.isSampled();
  return isSampled ? tracer.start(name, header ?? { traceId }, { kind: 'server' }) : undefined;
}

/** Continues a trace that another process of ours records; undefined if it does not. */
export function continueTrace(name: string, parent: string | undefined, options: SpanOptions): Span | undefined {
  if (tracer === undefined || parent === undefined) return undefined;
  const context = parseTraceparent(parent);
  return context?.isSampled ? tracer.start(name, context, options) : undefined;
}

/** Starts a span below another of this process. */
export const startChild = (name: string, parent: Span, options: SpanOptions): Span | undefined =>
  tracer?.start(name, parent.context, options);

/** Returns the trace id of a `traceparent`, or the text itself where a process sent only an id. */
export const traceIdOf = (trace: string): string => parseTraceparent(trace)?.traceId ?? trace;
