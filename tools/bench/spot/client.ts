import { spotShard } from '@app/domain/spot';
import { connect, createInbox, type Msg } from '@nats-io/transport-node';
import { type Order, toRequest } from './mix.ts';

/** `ok`, or the code of the refusal. */
type Answer = string;

/**
 * Sends requests to the owner of the shard as cheaply as possible: one subscription for all responses, of which only
 * the first bytes are read.
 */
export type SpotClient = { place(order: Order): Promise<Answer>; close(): Promise<void> };

const SUBJECT = `engine.${spotShard('demo')}`;
const OK = '{"ok"';

export async function openClient(natsUrl: string): Promise<SpotClient> {
  const connection = await connect({ servers: natsUrl, name: 'bench' });
  const inbox = createInbox();
  const waiting = new Map<string, (answer: Answer) => void>();
  let count = 0;
  connection.subscribe(`${inbox}.*`, {
    callback: (_error, message) => {
      const name = message.subject.slice(inbox.length + 1);
      waiting.get(name)?.(readAnswer(message));
      waiting.delete(name);
    },
  });
  return {
    place: (order) =>
      new Promise((resolve) => {
        count += 1;
        waiting.set(String(count), resolve);
        connection.publish(SUBJECT, toRequest(order), { reply: `${inbox}.${count}` });
      }),
    close: () => connection.close(),
  };
}

function readAnswer(message: Msg): Answer {
  const { data } = message;
  if (Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, OK.length)).toString('latin1') === OK)
    return 'ok';
  if (data.length === 0) return 'nobody there';
  return (message.json() as { refused: string }).refused; // The engine's own format.
}
