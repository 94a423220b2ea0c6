import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { openRequest } from './edge-request.ts';
import { markDown, type Upstream, type Upstreams } from './edge-upstreams.ts';

/** Pooled connections to the gateways, and the client's address. */
type Line = { readonly agent: Upstreams['agent']; readonly client: string };

/** Joins a client's socket with a gateway's; tries the next gateway only if nothing was sent. */
export async function forwardUpgrade(
  incoming: IncomingMessage,
  client: Duplex,
  { candidates, ...how }: Line & { readonly candidates: readonly Upstream[] },
): Promise<void> {
  for (const upstream of candidates) {
    if (client.destroyed || (await upgradeTo(incoming, client, { upstream, ...how }))) return;
    markDown(upstream);
  }
  client.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
}

/**
 * Connects to one gateway. Returns whether it responded, with a socket or a refusal; false if it could not be reached
 * at all.
 */
function upgradeTo(
  incoming: IncomingMessage,
  client: Duplex,
  { upstream, ...how }: Line & { readonly upstream: Upstream },
): Promise<boolean> {
  return new Promise((resolve) => {
    const onConnected = () => attempt.outgoing.end();
    const attempt = openRequest(incoming, upstream, { ...how, onConnected });
    const { outgoing, wasConnected } = attempt;
    client.once('close', () => outgoing.destroy());
    outgoing.once('upgrade', (answer, gateway, head) => {
      client.write(headOf(answer));
      if (head.length > 0) client.write(head);
      join(client, gateway);
      resolve(true);
    });
    outgoing.once('response', (answer) => {
      client.write(headOf(answer, { connection: 'close' }));
      pipeline(answer, client, () => client.destroy());
      resolve(true);
    });
    outgoing.once('error', () => {
      if (wasConnected()) client.destroy();
      resolve(wasConnected());
    });
  });
}

function join(client: Duplex, gateway: Duplex): void {
  gateway.on('error', () => gateway.destroy());
  client.once('close', () => gateway.destroy());
  gateway.once('close', () => client.destroy());
  client.pipe(gateway).pipe(client);
}

/** Returns the head of the response as received: an upgrade's own headers must not be filtered. */
function headOf({ statusCode, statusMessage, headers }: IncomingMessage, changed: IncomingHttpHeaders = {}): string {
  const kept = Object.entries({ ...headers, ...changed }).filter(([name]) => name !== 'transfer-encoding');
  const lines = kept.flatMap(([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}`));
  return `${[`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines].join('\r\n')}\r\n\r\n`;
}
