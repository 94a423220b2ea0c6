import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { clientAddress, type TrustedProxies } from '../platform/http/client-address.ts';
import { passedOn } from './headers.ts';
import { byAddress, inTurn, markDown, type Upstream, type Upstreams } from './upstreams.ts';

export const SOCKETS_PATH = '/socket.io/';
const CONNECT_MS_MAX = 3_000;

export type Upgrades = {
  readonly gateways: Upstreams;
  readonly isTrusted: TrustedProxies;
  readonly log: FastifyBaseLogger;
};

/**
 * Forwards upgrades, and returns the open sockets. A socket that continues a poll must reach its gateway; a new one may
 * reach any.
 */
export function forwardUpgrades(server: Server, { gateways, isTrusted, log }: Upgrades): ReadonlySet<Duplex> {
  const open = new Set<Duplex>();
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy());
    const query = socketQuery(incoming.url);
    if (query === undefined) return void client.destroy();
    open.add(client);
    client.once('close', () => open.delete(client));
    const address = clientAddress(incoming, isTrusted);
    const candidates = query.has('sid') ? byAddress(gateways, address) : inTurn(gateways);
    forwardUpgrade(incoming, client, { candidates, address }).catch((error: unknown) => {
      log.error({ err: error }, 'edge.upgrade_failed');
      client.destroy();
    });
  });
  return open;
}

/**
 * Returns the query of a socket address, or undefined if the target is anything else; never throws, whatever was sent.
 */
function socketQuery(target = ''): URLSearchParams | undefined {
  const [path, query = ''] = target.split('?', 2);
  return path === SOCKETS_PATH ? new URLSearchParams(query) : undefined;
}

/** Joins a client's socket with a gateway's; tries the next gateway only if nothing was sent. */
async function forwardUpgrade(
  incoming: IncomingMessage,
  client: Duplex,
  { candidates, address }: { readonly candidates: readonly Upstream[]; readonly address: string },
): Promise<void> {
  for (const upstream of candidates) {
    if (client.destroyed || (await upgradeTo(incoming, client, { upstream, address }))) return;
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
  { upstream, address }: { readonly upstream: Upstream; readonly address: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    const { outgoing, wasConnected } = openRequest(incoming, upstream, address);
    client.once('close', () => outgoing.destroy());
    outgoing.once('upgrade', (answer, gateway, head) => {
      client.write(headOf(answer));
      if (head.length > 0) client.write(head);
      join(client, gateway);
      resolve(true);
    });
    outgoing.once('response', (answer) => {
      if (client.destroyed)
        answer.destroy(); // Closing, not closed: `pipeline` would throw.
      else {
        client.write(headOf(answer, { connection: 'close' }));
        pipeline(answer, client, () => client.destroy());
      }
      resolve(true);
    });
    outgoing.once('error', () => {
      if (wasConnected()) client.destroy();
      resolve(wasConnected());
    });
  });
}

type Attempt = {
  readonly outgoing: ClientRequest;
  /** Whether any of the request can have reached the gateway. */
  wasConnected(): boolean;
};

/** Opens the same request to a gateway, on a connection of its own, which becomes the socket. */
function openRequest(incoming: IncomingMessage, { url }: Upstream, address: string): Attempt {
  let connected = false;
  const { method, url: path, headers } = incoming;
  const { hostname, port } = url;
  const outgoing = request({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: { ...passedOn(headers), 'x-forwarded-for': address, connection: 'Upgrade', upgrade: headers.upgrade },
  });
  const connecting = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECT_MS_MAX);
  outgoing.once('close', () => clearTimeout(connecting));
  outgoing.once('socket', (socket) => {
    socket.once('connect', () => {
      clearTimeout(connecting);
      connected = true;
      outgoing.end();
    });
  });
  return { outgoing, wasConnected: () => connected };
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
