import { beforeAll, describe, expect, it } from 'vitest';
import { createTestBus } from '../../../test/bus-testbed.ts';
import { SAMPLED } from '../../../test/recorded-spans.ts';
import { inTraceparent } from '../process/trace.ts';
import type { Bus } from './bus.ts';
import { RequestFailed } from './signed-requests.ts';

const SUBJECT = `bus-test.${process.pid}.${Date.now()}`;
let bus: Bus;

beforeAll(() => {
  bus = createTestBus();
});

const send = (message: number) => bus.publish(SUBJECT, message);

describe('subscribing', () => {
  it('given two subscribers, one before the bus is up, when either ends, then only the other still receives', async () => {
    const early: number[] = [];
    const never: number[] = [];
    const late: number[] = [];
    const endEarly = bus.listen(SUBJECT, (it) => early.push(it as number));
    const endNever = bus.listen(SUBJECT, (it) => never.push(it as number));
    endNever();
    await bus.opened();
    const endLate = bus.listen(SUBJECT, (it) => late.push(it as number));
    send(1);
    await expect.poll(() => [early, late]).toEqual([[1], [1]]);
    endEarly();
    send(2);
    await expect.poll(() => late).toEqual([1, 2]);
    endLate();
    endLate(); // No-op the second time.
    const after: number[] = [];
    bus.listen(SUBJECT, (it) => after.push(it as number));
    send(3);
    await expect.poll(() => after).toEqual([3]);
    expect([early, never, late]).toEqual([[1], [], [1, 2]]);
  });

  it('given a closed bus, when a subscriber ends, then nothing happens', async () => {
    const other = createTestBus();
    await other.opened();
    const end = other.listen(SUBJECT, () => {});
    await other.close();
    expect(end).not.toThrow();
  });
});

describe('a signed message', () => {
  it('given a recorded trace, then its context arrives with it; otherwise none does', async () => {
    const subject = `push.${SUBJECT.replaceAll('.', '-')}.demo`;
    const received: unknown[] = [];
    await bus.opened();
    bus.listenSigned(subject, (message, _subject, trace) => received.push({ message, trace }));
    bus.publishSigned(subject, { n: 1 });
    inTraceparent(SAMPLED, () => bus.publishSigned(subject, { n: 2 }));
    await expect
      .poll(() => received)
      .toEqual([
        { message: { n: 1 }, trace: undefined },
        { message: { n: 2 }, trace: SAMPLED },
      ]);
    expect(bus.refused().push).toBe(0);
  });

  it('given the bus is away, then what is published is counted as lost', async () => {
    const other = createTestBus();
    await other.opened();
    await other.close();
    other.publishSigned('push.1.demo', { n: 1 });
    other.publish(SUBJECT, 1);
    expect(other.counts().lost).toBe(2);
  });
});

describe('requesting', () => {
  const requestOn = (subject: string, on = bus, withinMs = 5_000) =>
    on
      .request(subject, { n: 1 }, withinMs)
      .catch((error: unknown) => (error instanceof RequestFailed ? error.isDelivered : error));

  it('given no responder, when a request is sent, then it was certainly not delivered', async () => {
    await bus.opened();
    const { unsent } = bus.counts();
    expect(await requestOn(`${SUBJECT}.nobody`)).toBe(false);
    expect(bus.counts().unsent).toBe(unsent + 1);
  });

  it('given a responder, when a request is sent, then its response returns; once it ends, there is no responder', async () => {
    const subject = `${SUBJECT}.somebody`;
    const end = bus.respond(subject, (question, reply) => reply({ received: question }));
    await expect.poll(() => requestOn(subject)).toEqual({ received: { n: 1 } });
    end();
    await expect.poll(() => requestOn(subject)).toBe(false);
  });

  it('given a silent responder, when another responds, then that response counts; alone the outcome is unknown', async () => {
    const subject = `${SUBJECT}.silent`;
    const received: unknown[] = [];
    bus.respond(subject, (question) => void received.push(question));
    await expect.poll(() => requestOn(subject, bus, 100)).toBe(true);
    bus.respond(subject, (_question, reply) => reply('mine'));
    await expect.poll(() => requestOn(subject)).toBe('mine');
    expect(received.length).toBeGreaterThan(1);
  });

  it('given an unreachable bus, when a request is sent, then it was certainly not delivered', async () => {
    const away = createTestBus('nats://127.0.0.1:9');
    expect(await requestOn(`${SUBJECT}.away`, away)).toBe(false);
    void away.close();
  });
});
