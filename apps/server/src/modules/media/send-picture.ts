import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseWith } from '../../platform/http/accept.ts';
import { FILE_HEADERS } from '../../platform/http/serve-download.ts';
import type { Media } from './media.ts';
import { mediaIdOf } from './media-id.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable'; // An id never names other bytes.

/** Sends the bytes of a public picture. Unknown, removed and sealed all return not found. */
export async function sendPicture(media: Media, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id: requested } = request.params as { id: string }; // Set by the route.
  const id = mediaIdOf(requested) ?? refuseWith('not_found');
  const file = (await media.read(id)) ?? refuseWith('not_found');
  const etag = `"${file.digest}"`;
  const disposition = `inline; filename="${id}.webp"`;
  void reply.headers({ ...FILE_HEADERS, 'cache-control': IMMUTABLE, etag, 'content-disposition': disposition });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(file.contentType).send(file.bytes);
}
