import type { Msg } from '@nats-io/transport-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStranger, overhear } from '../../../test/bus-stranger.ts';
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

  it('given pushes published together, then each arrives under its own subject, with its own trace', async () => {
    const scope = SUBJECT.replaceAll('.', '-');
    const received: unknown[] = [];
    bus.listenSigned(`push.${scope}.*`, (message, subject, trace) => received.push([subject, message, trace]));
    await bus.opened();
    await expect
      .poll(() => {
        bus.publishAllSigned(`push.${scope}.demo`, [{ subject: 'push.0.demo', message: 'heard', trace: undefined }]);
        return received;
      })
      .not.toEqual([]);
    const long = 'x'.repeat(50_000);
    const pushes = Array.from({ length: 7 }, (_, n) => ({
      subject: `push.${n}.demo`,
      message: { n, long },
      trace: n === 1 ? SAMPLED : undefined,
    }));
    bus.publishAllSigned(`push.${scope}.demo`, pushes);
    const sent = pushes.map(({ subject, message, trace }) => [subject, message, trace]);
    await expect.poll(() => received.slice(-sent.length)).toEqual(sent);
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

  it('given requests of one turn, then they arrive in one message, and each gets its own answer in its own time', async () => {
    const subject = `${SUBJECT}.together`;
    const messages: Msg[] = [];
    const held: (() => void)[] = [];
    bus.respond(subject, (question, reply) => {
      const { n } = question as { n: number };
      if (n % 2 === 0) reply({ answered: n });
      else held.push(() => reply({ answered: n }));
    });
    await expect.poll(() => bus.request(subject, { n: 0 }, 1_000).catch(() => undefined)).toEqual({ answered: 0 });
    const end = await overhear(await openStranger(), subject, (message) => messages.push(message));
    const order: number[] = [];
    const answers = Array.from({ length: 500 }, async (_, n) => {
      const answer = await bus.request(subject, { n }, 5_000);
      order.push(n);
      return answer;
    });
    await expect.poll(() => order.length).toBe(250);
    expect(order.every((n) => n % 2 === 0)).toBe(true);
    for (const answer of held.reverse()) answer();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 500 }, (_, n) => ({ answered: n })));
    expect(messages.length).toBe(3);
    end();
  });

  it('given one of two requests in a message that is never answered, then the other is, and the outcome of that one is unknown', async () => {
    const subject = `${SUBJECT}.half`;
    bus.respond(subject, (question, reply) => {
      if (question === 'answer me') reply('yes');
    });
    await expect.poll(() => bus.request(subject, 'answer me', 500).catch(() => undefined)).toBe('yes');
    const both = ['answer me', 'forget me'].map((question) =>
      bus.request(subject, question, 300).catch((error: RequestFailed) => error.isDelivered),
    );
    expect(await Promise.all(both)).toEqual(['yes', true]);
  });

  it('given a bus that closes before the turn ends, then a request was certainly not delivered', async () => {
    const other = createTestBus();
    await other.opened();
    const subject = `${SUBJECT}.closed`;
    const received: unknown[] = [];
    bus.respond(subject, (question) => received.push(question));
    const outcome = requestOn(subject, other);
    void other.close();
    expect(await outcome).toBe(false);
    expect(received).toEqual([]);
  });

  it('given an unreachable bus, when a request is sent, then it was certainly not delivered', async () => {
    const away = createTestBus('nats://127.0.0.1:9');
    expect(await requestOn(`${SUBJECT}.away`, away)).toBe(false);
    void away.close();
  });
});
