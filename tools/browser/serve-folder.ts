import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves a folder of files on a free local port, for pages that need none of our servers. */
export async function serveFolder(folder: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    return createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
