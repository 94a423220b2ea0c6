import { createSecretKey } from 'node:crypto';
import { spotShard } from '@app/domain/spot';
import { connectionOptions } from '@app/server/platform/bus/connection-options';
import { openMessage, signMessage } from '@app/server/platform/bus/signed-message';
import { connect, createInbox } from '@nats-io/transport-node';
import type { PrivateNats } from '../../services/nats.ts';
import { type Order, toRequest } from './mix.ts';

/** `ok`, or the code of the refusal. */
type Answer = string;

/**
 * Sends signed requests to the owner of the shard as cheaply as possible: one subscription for all responses, of which
 * only the MAC and the first bytes are read.
 */
export type SpotClient = { place(order: Order): Promise<Answer>; close(): Promise<void> };

const SUBJECT = `engine.${spotShard('demo')}`;
const OK = '{"ok"';

export async function openClient(
  { urls, secrets }: PrivateNats,
  nextTrace: () => string | undefined = () => undefined,
): Promise<SpotClient> {
  const connection = await connect({ ...connectionOptions({ url: urls.api }), name: 'bench' });
  const keys = [createSecretKey(secrets.engineKey, 'hex')];
  const inbox = createInbox('_INBOX_api');
  const waiting = new Map<string, { mac: string; resolve: (answer: Answer) => void }>();
  let count = 0;
  connection.subscribe(`${inbox}.*`, {
    callback: (_error, message) => {
      const name = message.subject.slice(inbox.length + 1);
      const { mac, resolve } = waiting.get(name) ?? { mac: '' };
      waiting.delete(name);
      resolve?.(readAnswer(openMessage(keys, ['answer', mac], message.data)?.text));
    },
  });
  return {
    place: (order) =>
      new Promise((resolve) => {
        count += 1;
        const reply = `${inbox}.${count}`;
        const { mac, text } = signMessage(keys, ['command', SUBJECT, reply], toRequest(order, nextTrace()));
        waiting.set(String(count), { mac, resolve });
        connection.publish(SUBJECT, text, { reply });
      }),
    close: () => connection.close(),
  };
}

function readAnswer(text: string | undefined): Answer {
  if (text === undefined) return 'nobody there';
  if (text.startsWith(OK)) return 'ok';
  return (JSON.parse(text) as { refused: string }).refused; // The engine's own format.
}
