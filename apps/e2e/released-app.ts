import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

const WORKER = '/h5/sw.js';
/** Headers that describe the replaced bytes or their connection. */
const OF_THE_BYTES = [
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'accept-ranges',
  'connection',
  'keep-alive',
];

/** The product at an address of its own, where a newer version of the app can be released for one phone alone. */
export type ReleasedApp = {
  readonly url: string;
  /** Serves a service worker of this version from now on. */
  release(version: string): void;
  stop(): void;
};

/**
 * Starts a proxy in front of the edge. A new version in the shared build would be offered to every journey that runs at
 * the same time, and cover what they press.
 */
export async function startReleasedApp(edgeUrl: string): Promise<ReleasedApp> {
  const { hostname: host, port } = new URL(edgeUrl);
  const built = await fetch(`${edgeUrl}${WORKER}`);
  const code = await built.text();
  const headers = [...built.headers].filter(([name]) => !OF_THE_BYTES.includes(name));
  let newer: string | undefined;
  const server = createServer((request, response) => {
    if (request.url === WORKER && newer !== undefined)
      return response.writeHead(200, Object.fromEntries(headers)).end(newer);
    const { method, url: path, headers: sent } = request;
    const forwarded = send({ host, port, method, path, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy()); // The page sees a failed request.
    return request.pipe(forwarded);
  });
  server.on('upgrade', (request, socket, start) => {
    const lines = request.rawHeaders.flatMap((text, index, all) => (index % 2 ? [] : [`${text}: ${all[index + 1]}`]));
    const upstream = connect(Number(port), host, () => {
      upstream.write(`${[`GET ${request.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      upstream.write(start);
      socket.pipe(upstream).pipe(socket);
    });
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: (version) => {
      newer = code.replace(/"version":"\w+"/, `"version":"${version}"`);
      if (newer === code) throw new Error('the service worker names no version');
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
