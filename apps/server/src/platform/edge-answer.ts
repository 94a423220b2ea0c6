import { randomUUID } from 'node:crypto';
import { refusalText } from '@app/i18n/server';
import { REFUSALS, type RefusalCode } from '@app/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './serve.ts';

/** Sends a refusal of the edge itself, in the API's envelope. */
export function refuseAtEdge(request: FastifyRequest, reply: FastifyReply, code: RefusalCode): void {
  if (reply.raw.destroyed || reply.raw.headersSent) return;
  const { status, type } = REFUSALS[code];
  const message = refusalText(languageOf(request), code);
  reply.hijack();
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  reply.raw.end(JSON.stringify({ type, code: 0, message, error: code, trace: randomUUID() }));
}
