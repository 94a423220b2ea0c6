import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAtRoot } from './static.ts';

let app: FastifyInstance;
const root = mkdtempSync(join(tmpdir(), 'static-'));

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Back office</title>');
  writeFileSync(join(root, 'assets/index-abcdefg1.js'), 'export {};');
  writeFileSync(join(root, '.inputs'), 'secret');
  app = fastify();
  app.get('/api/staff/me', () => ({ type: 'ok' }));
  await serveAtRoot(app, { root, publicUrl: undefined });
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

describe('an app beside an API', () => {
  it('is served at the root, and only its own files run', async () => {
    const { statusCode, body, headers } = await app.inject('/');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(body).toContain('Back office');
    const policy = String(headers['content-security-policy']);
    for (const rule of ["default-src 'self'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(policy.split('; ')).toContain(rule);
  });

  it('has assets that are kept for a year', async () => {
    const { statusCode, headers } = await app.inject('/assets/index-abcdefg1.js');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it.each(['/api/staff/other', '/anything', '/.inputs', '/assets/../.inputs', '/assets/..%2f.inputs', '/assets/'])(
    '%s is no page of it',
    async (url) => {
      const { statusCode, body } = await app.inject(url);
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain('secret');
      expect(body).not.toContain('Back office');
    },
  );

  it('leaves the API alone', async () => {
    const { headers, body } = await app.inject('/api/staff/me');
    expect([body, headers['content-security-policy']]).toEqual(['{"type":"ok"}', undefined]);
  });
});
