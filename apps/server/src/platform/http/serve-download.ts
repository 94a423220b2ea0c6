import type { Readable } from 'node:stream';
import type { Input, Route } from '@app/protocol';
import { refuseWith } from './accept.ts';
import { admit } from './admit.ts';
import type { Caller, Http } from './caller.ts';
import { readInput } from './serve.ts';

/** Headers of a user's file: nothing in it executes, and no other site may embed it. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; sandbox`,
  'cross-origin-resource-policy': 'same-origin',
};

type DownloadRoute = Route & { readonly download?: string };
/** A file, as a whole or as a stream of a known size. Its type is the route's unless it has another. */
export type Download = {
  readonly bytes: Buffer | Readable;
  readonly size?: number;
  readonly filename: string;
  readonly contentType?: string | undefined;
};

/** Headers of a private file: no browser or proxy stores it. */
export const PRIVATE_HEADERS = { ...FILE_HEADERS, 'cache-control': 'private, no-store' };

/**
 * Binds a route whose response is a private file. It is always sent as a whole and never stored by a browser or proxy:
 * there is no HEAD, no range and no validator by which a file could be looked at without calling the handler.
 */
export function serveDownload<R extends DownloadRoute>(
  http: Http,
  route: R,
  handle: (input: Input<R>, caller: Caller) => Promise<Download>,
): void {
  http.bound.add(route);
  http.app.route({
    method: route.method,
    url: `/api${route.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = (await admit(http, route, { request, reply })) ?? refuseWith('login_required');
      const { bytes, size, filename, contentType } = await handle(readInput(route, request), caller);
      return reply
        .headers({
          ...PRIVATE_HEADERS,
          'content-disposition': `attachment; filename="${filename}"`,
          'content-type': contentType ?? route.download,
          ...(size !== undefined && { 'content-length': String(size) }),
        })
        .send(bytes);
    },
  });
}
