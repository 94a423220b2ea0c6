import { type Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Upstream } from './upstreams.ts';

/** Headers that belong to one connection, or claims about the client that only the edge may make. */
const NOT_PASSED_ON =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip)$/;
const CONNECT_MS_MAX = 3_000;

export const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.test(name)));

function headersFor(incoming: IncomingMessage, client: string): IncomingHttpHeaders {
  const { 'transfer-encoding': encoding, upgrade } = incoming.headers;
  return {
    ...passedOn(incoming.headers),
    'x-forwarded-for': client,
    // Set explicitly, because Node would write the body of a GET without any framing.
    ...(encoding !== undefined && { 'transfer-encoding': 'chunked' }),
    ...(upgrade !== undefined && { connection: 'Upgrade', upgrade }),
  };
}

export type Attempt = {
  readonly outgoing: ClientRequest;
  /** Whether any of the request can have reached the upstream. */
  wasConnected(): boolean;
};

/** Opens the same request to an upstream. Sends nothing of its body before `onConnected`. */
export function openRequest(
  incoming: IncomingMessage,
  { url }: Upstream,
  { agent, client, onConnected }: { agent: Agent; client: string; onConnected: () => void },
): Attempt {
  let connected = false;
  const { method, url: path } = incoming;
  const { hostname, port } = url;
  const outgoing = request({ hostname, port, method, path, agent, headers: headersFor(incoming, client) });
  const connecting = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECT_MS_MAX);
  outgoing.once('close', () => clearTimeout(connecting));
  outgoing.once('socket', (socket) => {
    const start = () => {
      clearTimeout(connecting);
      connected = true;
      onConnected();
    };
    if (socket.connecting) socket.once('connect', start);
    else start();
  });
  return { outgoing, wasConnected: () => connected };
}
