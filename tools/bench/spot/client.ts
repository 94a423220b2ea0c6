import { createSecretKey } from 'node:crypto';
import { spotShard } from '@app/domain/spot';
import { connectionOptions } from '@app/server/platform/bus/connection-options';
import { openMessage, signMessage } from '@app/server/platform/bus/signed-message';
import { connect, createInbox } from '@nats-io/transport-node';
import type { PrivateNats } from '../../services/nats.ts';
import { type Order, toRequest } from './mix.ts';

/** Answer of the engine: a refusal has its code. */
type Reply = { readonly ok?: unknown; readonly refused?: string };

/**
 * Sends signed requests to the owner of a shard as cheaply as possible, in the api's format: those of one turn of the
 * event loop travel together, and one subscription takes all answers.
 */
export type ShardClient = { send(request: string): Promise<Reply>; close(): Promise<void> };

/** Places orders; the answer is `ok`, or the code of the refusal. */
export type SpotClient = { place(order: Order): Promise<string>; close(): Promise<void> };

const TOGETHER_MAX = 200;

type Waiting = { readonly question: string; readonly resolve: (answer: Reply) => void };

export async function openClient(nats: PrivateNats): Promise<SpotClient> {
  const shard = await openShardClient(nats, spotShard('demo'));
  return {
    place: async (order) => (await shard.send(toRequest(order))).refused ?? 'ok',
    close: shard.close,
  };
}

export async function openShardClient({ urls, secrets }: PrivateNats, shard: string): Promise<ShardClient> {
  const subject = `engine.${shard}`;
  const connection = await connect({ ...connectionOptions({ url: urls.api }), name: 'bench' });
  const keys = [createSecretKey(secrets.engineKey, 'hex')];
  const inbox = createInbox('_INBOX_api');
  const sent = new Map<string, { readonly mac: string; readonly waiting: Map<number, Waiting> }>();
  let count = 0;
  let forming: Waiting[] = [];
  connection.subscribe(`${inbox}.*`, {
    callback: (_error, message) => {
      const { mac, waiting } = sent.get(message.subject) ?? { mac: '' };
      if (waiting === undefined) return;
      const answers = openMessage(keys, ['answers', mac], message.data)?.text ?? nobodyFor(waiting);
      for (const [index, answer] of JSON.parse(answers) as readonly [number, Reply][]) {
        waiting.get(index)?.resolve(answer);
        waiting.delete(index);
      }
      if (waiting.size === 0) sent.delete(message.subject);
    },
  });
  const send = () => {
    const all = forming;
    forming = [];
    for (let first = 0; first < all.length; first += TOGETHER_MAX) {
      const together = all.slice(first, first + TOGETHER_MAX);
      const reply = `${inbox}.${++count}`;
      const questions = `[${together.map(({ question }) => question).join(',')}]`;
      const { mac, text } = signMessage(keys, ['commands', subject, reply], questions);
      sent.set(reply, { mac, waiting: new Map(together.entries()) });
      connection.publish(subject, text, { reply });
    }
  };
  return {
    send: (question) =>
      new Promise((resolve) => {
        if (forming.length === 0) setImmediate(send);
        forming.push({ question, resolve });
      }),
    close: () => connection.close(),
  };
}

/** Answers in place of a responder that is not there yet. */
const nobodyFor = (waiting: ReadonlyMap<number, Waiting>) =>
  JSON.stringify([...waiting.keys()].map((index) => [index, { refused: 'nobody there' }]));
