import type { EngineReply } from '@app/protocol/engine';
import { continueTrace, inTrace, type Span, startChild } from '../platform/process/trace.ts';

/** What a trace needs of a pending command. */
type Traced = { readonly trace?: string | undefined; readonly userId: bigint | undefined };

/** Spans of one batch and of its recorded commands; of most batches there are none. */
export type BatchTrace<Command extends Traced> = {
  /** Runs the batch as part of the trace of its first recorded command. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  event(name: string): void;
  /** Ends the spans, with what became of each command; those that are not among them were deferred. */
  end(settled: readonly { readonly pending: Command; readonly reply: EngineReply }[]): void;
  fail(error: unknown): void;
  /** Returns the `traceparent` of an update for a user: that of the user's command, if one is recorded. */
  traceOf(subject: string): string | undefined;
};

const OFF: BatchTrace<never> = {
  run: (work) => work(),
  event: () => {},
  end: () => {},
  fail: () => {},
  traceOf: () => undefined,
};

/**
 * Starts the spans of a batch: one for each recorded command, in its own trace, and one for the batch below the first
 * of them, with links to the others.
 */
export function traceBatch<Command extends Traced>(shard: string, batch: readonly Command[]): BatchTrace<Command> {
  const spans = new Map<Command, Span>();
  const attributes = { shard, commands: batch.length };
  for (const pending of batch) {
    const span = continueTrace('engine.command', pending.trace, { kind: 'consumer', attributes });
    if (span !== undefined) spans.set(pending, span);
  }
  const [first, ...others] = spans.values();
  if (first === undefined) return OFF;
  const links = others.map(({ context }) => context);
  const batchSpan = startChild('engine.batch', first, { kind: 'internal', attributes, links });
  const byUser = new Map([...spans].map(([{ userId }, span]) => [String(userId), span]));
  return {
    run: (work) => inTrace(first.context.traceId, batchSpan, work),
    event: (name) => batchSpan?.event(name),
    end: (settled) => {
      batchSpan?.end();
      const outcomes = new Map(settled.map(({ pending, reply }) => [pending, outcomeOf(reply)]));
      for (const [pending, span] of spans) {
        span.set('outcome', outcomes.get(pending) ?? 'deferred');
        span.end();
      }
    },
    fail: (error) => {
      for (const span of [batchSpan, ...spans.values()]) span?.end(error);
    },
    traceOf: (subject) => byUser.get(subject.split('.')[1] ?? '')?.traceparent,
  };
}

const outcomeOf = (reply: EngineReply): string => ('ok' in reply ? 'done' : reply.refused);
