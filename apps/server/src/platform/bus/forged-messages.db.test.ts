import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStranger, overhear } from '../../../test/bus-stranger.ts';
import { busKeys, openTestBus } from '../../../test/bus-testbed.ts';
import type { Bus } from './bus.ts';
import { type BusKeys, signMessage } from './signed-message.ts';
import { RequestFailed } from './signed-requests.ts';

const SUBJECT = `forged-test.${process.pid}.${Date.now()}`;
let asking: Bus;
let answering: Bus;
let stranger: NatsConnection;
let count = 0;
const newSubject = () => `${SUBJECT}.${++count}`;

beforeAll(async () => {
  [asking, answering, stranger] = await Promise.all([openTestBus(), openTestBus(), openStranger()]);
});

const outcomeOf = (answer: Promise<unknown>) =>
  answer.catch((error: unknown) => (error instanceof RequestFailed ? { isDelivered: error.isDelivered } : error));

/** Answers every request after a while, so that a stranger is always first. */
async function respondLate(subject: string, answer: unknown): Promise<unknown[]> {
  const received: unknown[] = [];
  answering.respond(subject, (question, reply) => {
    received.push(question);
    setTimeout(() => reply(answer), 100);
  });
  await expect.poll(() => outcomeOf(asking.request(subject, 'ready?', 2_000))).toEqual(answer);
  received.length = 0;
  return received;
}

describe('a request', () => {
  it.each<[string, (message: Msg) => void]>([
    ['a plain answer', (message) => message.respond('[[0,{"ok":"forged"}]]')],
    ['an answer with an invented MAC', (message) => message.respond(`${'A'.repeat(43)} [[0,{"ok":"forged"}]]`)],
    ['the request itself', (message) => message.respond(message.data)],
    ['an answer under the push key', (message) => message.respond(pushKeyAnswer(message))],
    ['no JSON at all', (message) => message.respond('%')],
    ['an empty answer', (message) => message.respond()],
    ['"no responders"', (message) => message.respond(undefined, { headers: headers(503, 'No Responders') })],
  ])('given a stranger that sends %s first, when the responder answers, then its answer counts', async (_, forge) => {
    const subject = newSubject();
    await respondLate(subject, { ok: 'true' });
    const end = await overhear(stranger, subject, forge);
    expect(await outcomeOf(asking.request(subject, 'who?', 5_000))).toEqual({ ok: 'true' });
    end();
  });

  it('given only a stranger, when it answers, then the outcome is unknown, and the answers are counted', async () => {
    const subject = newSubject();
    const end = await overhear(stranger, subject, (message) => message.respond('[[0,{"ok":"forged"}]]'));
    const before = asking.refused().answer;
    expect(await outcomeOf(asking.request(subject, 'who?', 300))).toEqual({ isDelivered: true });
    expect(asking.refused().answer).toBe(before + 1);
    end();
  });

  it('given a genuine answer to another request, when it is replayed, then it is ignored', async () => {
    const subject = newSubject();
    const answers: Uint8Array[] = [];
    await respondLate(subject, { ok: 'first' });
    const endRecording = await overhear(stranger, '_INBOX_test.>', ({ data }) => {
      if (data.length > 0) answers.push(data.slice());
    });
    expect(await asking.request(subject, 'the same', 5_000)).toEqual({ ok: 'first' });
    await expect.poll(() => answers.length).toBe(1);
    endRecording();
    const other = newSubject();
    const end = await overhear(stranger, other, (message) => message.respond(answers[0]));
    expect(await outcomeOf(asking.request(other, 'the same', 300))).toEqual({ isDelivered: true });
    end();
  });
});

/** Signs with the key that the gateway also holds. */
const pushKeyAnswer = ({ data }: Msg) =>
  signMessage(busKeys.pushKeys, ['answers', Buffer.from(data).toString('latin1', 0, 43)], '[[0,{"ok":"forged"}]]').text;

describe('a responder', () => {
  it('given an unsigned or otherwise signed request, when it arrives, then it is ignored and counted', async () => {
    const subject = newSubject();
    const received = await respondLate(subject, 'yes');
    const before = answering.refused().command;
    const sign = (keys: BusKeys, to: string, reply: string) =>
      signMessage(keys, ['commands', to, reply], '["me"]').text;
    const reply = '_INBOX_test.stranger';
    stranger.publish(subject, '"me"', { reply });
    stranger.publish(subject, sign(busKeys.pushKeys, subject, reply), { reply });
    stranger.publish(subject, sign(busKeys.engineKeys, `${subject}.other`, reply), { reply });
    stranger.publish(subject, sign(busKeys.engineKeys, subject, '_INBOX_test.other'), { reply });
    await expect.poll(() => answering.refused().command).toBe(before + 4);
    expect(received).toEqual([]);
  });

  it('given a genuine request, when it is recorded and repeated, then it is handled once', async () => {
    const subject = newSubject();
    const received: unknown[] = [];
    answering.respond(subject, (question, reply) => {
      received.push(question);
      reply('done');
    });
    const recorded: Msg[] = [];
    const end = await overhear(stranger, subject, (message) => recorded.push(message));
    await expect.poll(() => outcomeOf(asking.request(subject, 'buy', 2_000))).toBe('done');
    await expect.poll(() => recorded.length).toBeGreaterThan(0);
    end();
    const [{ data, reply = '' }] = recorded as [Msg];
    const before = answering.refused().command;
    stranger.publish(subject, data, { reply });
    stranger.publish(subject, data, { reply: '_INBOX_test.elsewhere' });
    await expect.poll(() => answering.refused().command).toBe(before + 2);
    expect(received).toEqual(['buy']);
  });
});

describe('a push', () => {
  it('given one that is unsigned, for another subject, of another kind or old, then it is dropped and counted', async () => {
    const mine = newSubject();
    const yours = newSubject();
    const received: unknown[] = [];
    answering.listenSigned(mine, (message) => received.push(message));
    answering.listenSigned(yours, (message) => received.push(message));
    const recorded: Msg[] = [];
    await overhear(stranger, mine, (message) => recorded.push(message));
    await expect
      .poll(() => {
        asking.publishSigned(mine, 'genuine');
        return received.length;
      })
      .toBeGreaterThan(0);
    await expect.poll(() => recorded.length).toBeGreaterThan(0);
    const before = answering.refused().push;
    const push = (keys: BusKeys, atMs: number) => signMessage(keys, ['push', mine], `${atMs} "forged"`).text;
    const forged = [
      [mine, '"forged"'],
      [mine, push(busKeys.engineKeys, Date.now())],
      [mine, signMessage(busKeys.pushKeys, ['answers', mine], `${Date.now()} "forged"`).text],
      [mine, push(busKeys.pushKeys, Date.now() - 61_000)],
      [mine, push(busKeys.pushKeys, Date.now() + 61_000)],
      [yours, (recorded[0] as Msg).data],
    ] as const;
    for (const [subject, data] of forged) stranger.publish(subject, data);
    await expect.poll(() => answering.refused().push).toBe(before + forged.length);
    expect(new Set(received)).toEqual(new Set(['genuine']));
  });
});
