import { describe, expect, it } from 'vitest';
import { openApi, ROUTES } from './index.ts';
import { openMedia, upload } from './media/index.ts';
import { changeWallet, listWallets } from './wallet/index.ts';

type Operation = {
  parameters: { name: string }[];
  responses: Record<string, { description: string }>;
  requestBody?: unknown;
};

const document = openApi(ROUTES, '/api');
const operation = (path: string, method: string) => document.paths[path]?.[method] as Operation;

describe('the API page', () => {
  it('names every route once', () => {
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(named.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    expect(new Set(named).size).toBe(named.length);
  });

  it('describes amounts as decimal text, and not as numbers', () => {
    const body = JSON.stringify(operation(changeWallet.path, 'post').requestBody);
    expect(body).toContain('"number":{"type":"string"');
    expect(body).toContain('decimal text');
  });

  it('describes a file that is sent as a form, and one that is received by its type', () => {
    expect(JSON.stringify(operation(upload.path, 'post').requestBody)).toMatch(
      /^{"content":{"multipart\/form-data":.+"purpose"/,
    );
    const { content } = operation(openMedia.path, 'get').responses['200'] as unknown as { content: object };
    expect(Object.keys(content)).toEqual(['image/webp']);
  });

  it('requires an idempotency key where an effect must happen once, and nowhere else', () => {
    const names = (path: string) => operation(path, 'post').parameters.map(({ name }) => name);
    expect(names(changeWallet.path)).toContain('Idempotency-Key');
    expect(names(listWallets.path)).not.toContain('Idempotency-Key');
  });

  it('lists the refusals of a route, by status', () => {
    expect(operation(changeWallet.path, 'post').responses['409']?.description).toContain('insufficient_balance');
    expect(operation(changeWallet.path, 'post').responses['504']?.description).toContain('result_unknown');
  });
});
