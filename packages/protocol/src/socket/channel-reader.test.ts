import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChannelMeaning, type ChannelReader, readFrame, unread } from './channel-reader.ts';
import { FROM_THE_START, type PublicFrame } from './subscribe.ts';

/** A channel that only grows, so that missed, duplicated or reordered updates stay visible for ever. */
const growing: ChannelMeaning<readonly number[]> = {
  start: (data) => data as readonly number[],
  change: (state, data) => [...state, ...(data as readonly number[])],
};

/** Creates a producer that publishes only every second or third number, as a conflated channel does. */
function createProducer() {
  const all: number[] = [];
  let sent = 0;
  const frame = (prev: string, data: readonly number[]): PublicFrame => ({
    channel: 'growing',
    prev,
    seq: String(sent),
    data,
  });
  return {
    all,
    grow: () => all.push(all.length + 1),
    start: () => frame(FROM_THE_START, all.slice(0, sent)),
    nextFrame: () => {
      const prev = sent;
      sent = all.length;
      return frame(String(prev), all.slice(prev));
    },
  };
}

/** Events between a producer and a reader; `place` is the position in the queue. */
const EVENTS = ['grow', 'send', 'lose', 'double', 'swap', 'deliver', 'answer', 'lose answer', 'reconnect'] as const;
const event = fc.record({
  what: fc.constantFrom(...EVENTS),
  place: fc.nat({ max: 5 }),
});

describe('a channel reader', () => {
  it('converges to the producer after loss, duplication or reordering, and never shows a wrong state', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        const producer = createProducer();
        let reader: ChannelReader<readonly number[]> = unread();
        let isRequesting: boolean = true;
        const line: PublicFrame[] = [];
        const deliver = () => {
          const frame = line.shift();
          if (frame === undefined) return;
          const step = readFrame(reader, frame, growing);
          reader = step.reader;
          if (step.verdict === 'gap') isRequesting = true;
          const { state = [] } = reader;
          expect(state).toEqual(producer.all.slice(0, state.length));
          if (reader.seq !== undefined) expect(state).toHaveLength(Number(reader.seq));
        };
        const answer = () => {
          if (isRequesting) line.push(producer.start());
          isRequesting = false;
        };
        const acts: Record<(typeof EVENTS)[number], (place: number) => unknown> = {
          grow: producer.grow,
          send: () => line.push(producer.nextFrame()),
          lose: (place) => line.splice(place, 1),
          double: (place) => line.push(...line.slice(place, place + 1)),
          swap: (place) => line.push(...line.splice(place, 1)),
          deliver,
          answer,
          'lose answer': () => undefined, // The reader retries: `isRequesting` stays.
          reconnect: () => {
            reader = unread(reader.state);
            isRequesting = true;
            line.length = 0;
          },
        };
        for (const { what, place } of events) acts[what](place);
        // The connection recovers: everything arrives, one more frame reveals any gap, and requests are answered.
        for (let round = 0; round < 3; round++) {
          producer.grow();
          line.push(producer.nextFrame());
          while (line.length > 0) deliver();
          if (reader.seq === undefined) isRequesting = true; // No reader waits for ever.
          answer();
        }
        while (line.length > 0) deliver();
        expect(reader.state).toEqual(producer.all);
      }),
      { numRuns: 500 },
    );
  });

  const start = (seq: string, data: unknown) => ({ channel: 'growing', prev: FROM_THE_START, seq, data });
  const change = (prev: string, seq: string, data: unknown) => ({ channel: 'growing', prev, seq, data });
  const at = (seq: string | undefined, state?: readonly number[]) => ({ seq, state });

  it.each([
    ['before any start', at(undefined), change('0', '1', [1]), 'ignored', at(undefined)],
    ['its first start', at(undefined), start('2', [1, 2]), 'applied', at('2', [1, 2])],
    ['what follows', at('2', [1, 2]), change('2', '4', [3, 4]), 'applied', at('4', [1, 2, 3, 4])],
    ['what it knows', at('4', [1, 2, 3, 4]), change('2', '4', [3, 4]), 'ignored', at('4', [1, 2, 3, 4])],
    ['what skips', at('4', [1, 2, 3, 4]), change('5', '6', [6]), 'gap', at(undefined, [1, 2, 3, 4])],
    ['what overlaps', at('4', [1, 2, 3, 4]), change('3', '6', [4, 5, 6]), 'gap', at(undefined, [1, 2, 3, 4])],
    ['an older start', at('4', [1, 2, 3, 4]), start('2', [1, 2]), 'ignored', at('4', [1, 2, 3, 4])],
    ['a newer start', at('2', [1, 2]), start('3', [1, 2, 3]), 'applied', at('3', [1, 2, 3])],
    ['nine and ten', at('9', [9]), change('9', '10', [10]), 'applied', at('10', [9, 10])],
  ] as const)('given %s, when it arrives, then it is classified correctly', (_what, reader, frame, verdict, after) => {
    const step = readFrame<readonly number[]>(reader, frame, growing);
    expect(step).toEqual({ verdict, reader: after });
  });

  it('given data it cannot decode, when they arrive, then it requests a snapshot and keeps its last state', () => {
    const blind = { start: () => undefined, change: () => undefined };
    const step = readFrame<number>({ seq: '1', state: 7 }, change('1', '2', []), blind);
    expect(step).toEqual({ verdict: 'gap', reader: { seq: undefined, state: 7 } });
  });
});
