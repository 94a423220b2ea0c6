import { describe, expect, it } from 'vitest';
import { recordSpans, SAMPLED } from '../../test/recorded-spans.ts';
import { currentTraceparent } from '../platform/process/trace.ts';
import { traceBatch } from './trace-batch.ts';

const other = SAMPLED.replace('0102', 'a1a2');
const command = (userId: bigint, trace?: string) => ({ userId, trace });

describe('the trace of a batch', () => {
  it('given recorded commands, then each has a span in its own trace, and the batch is below the first and links the others', async () => {
    const { started } = recordSpans();
    const batch = [command(1n), command(2n, SAMPLED), command(3n, other), command(4n, SAMPLED.replace(/01$/, '00'))];
    const trace = traceBatch('spot.demo', batch);
    const inside = await trace.run(async () => currentTraceparent());
    trace.event('lock');
    trace.end([{ pending: batch[1] as never, reply: { ok: {} } }]);
    const [first, second, span] = started;
    expect(started.map(({ name }) => name)).toEqual(['engine.command', 'engine.command', 'engine.batch']);
    expect(span).toMatchObject({ parent: first?.context, options: { links: [second?.context] }, events: ['lock'] });
    expect(inside).toBe(span?.traceparent);
    expect([first?.attributes.outcome, second?.attributes.outcome]).toEqual(['done', 'deferred']);
    expect(started.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('given an update for a user, then it belongs to that user’s recorded command, and to no other', () => {
    const { started } = recordSpans();
    const trace = traceBatch('spot.demo', [command(2n, SAMPLED), command(3n)]);
    expect(trace.traceOf('push.2.demo')).toBe(started[0]?.traceparent);
    expect(trace.traceOf('push.3.demo')).toBeUndefined();
  });

  it('given a batch that fails, then its spans end', () => {
    const { started } = recordSpans();
    traceBatch('spot.demo', [command(2n, SAMPLED)]).fail(new Error('no'));
    expect(started.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('given no tracing, or a trace id alone, then there are no spans', async () => {
    expect(await traceBatch('spot.demo', [command(2n, SAMPLED)]).run(async () => currentTraceparent())).toBeUndefined();
    const { started } = recordSpans();
    traceBatch('spot.demo', [command(2n, '0102030405060708090a0b0c0d0e0f10')]);
    expect(started).toEqual([]);
  });
});
