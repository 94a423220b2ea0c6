import { createHash } from 'node:crypto';
import { openApi, REFUSALS, ROUTES, type Route, refusalsOf } from '@app/protocol';
import type { FastifyInstance } from 'fastify';

/** Serves the API page for people and the same as OpenAPI for programs, both derived from the protocol. */
export function serveApiPage(app: FastifyInstance): void {
  // Rendered once: rendering a megabyte of JSON per request would be an easy way to keep a core busy.
  serveText(app, '/api/docs/openapi.json', 'application/json; charset=utf-8', JSON.stringify(openApi(ROUTES, '/api')));
  serveText(app, '/api/docs', 'text/html; charset=utf-8', renderPage());
}

function serveText(app: FastifyInstance, url: string, type: string, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  app.get(url, (request, reply) => {
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    const isKnown = (request.headers['if-none-match'] ?? '')
      .split(/\s*,\s*/)
      .some((tag) => tag.replace(/^W\//, '') === etag);
    return isKnown ? reply.code(304).send() : reply.type(type).send(text);
  });
}

/** Renders plain HTML without script or style: the API's content policy allows neither, and the page needs neither. */
function renderPage(): string {
  const rows = ROUTES.map(
    (route) => `<section><h2><code>${route.method} /api${route.path}</code></h2>
<p>${plain(route.description)} Access: ${route.access}.${route.effect ? ' Takes an Idempotency-Key.' : ''}</p>
<p>Fields: ${fieldsOf(route)}</p><p>May refuse: ${refusalsOf(route).map(describe).join(', ')}</p></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tidemark API</title>
<h1>Tidemark API</h1><p>Form-urlencoded or JSON. Amounts and ids are decimal text, times milliseconds UTC, flags 0 or 1.
The token goes raw into <code>Authorization</code>. <a href="/api/docs/openapi.json">OpenAPI document</a></p>${rows.join('\n')}</html>`;
}

const fieldsOf = (route: Route) =>
  Object.keys(route.request.shape)
    .map((name) => `<code>${name}</code>`)
    .join(', ') || 'none';
const describe = (code: keyof typeof REFUSALS) => `<code>${code}</code> (${REFUSALS[code].status})`;
const plain = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
