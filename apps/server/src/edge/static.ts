import { HASHED_FILE } from '@app/base';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Content policy: only our own files run, no site may frame us, and no text becomes script. */
const POLICY = [
  `default-src 'self'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `worker-src 'self'`,
  `manifest-src 'self'`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types service-worker`, // The only script address the app sets itself.
];

const HEADERS = {
  // Browsers apply it only to pages loaded over TLS.
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=()',
};

/**
 * Returns the content policy. Older browsers do not count sockets of the same host as `'self'`, so they are listed
 * where the host is known.
 */
function policyFor(publicUrl: string | undefined): string {
  const sockets = publicUrl === undefined ? '' : ` ${publicUrl.replace(/^http/, 'ws')}`;
  return [...POLICY, `connect-src 'self'${sockets}`].join('; ');
}

export type Folder = { readonly root: string; readonly publicUrl: string | undefined };

/**
 * Files with a hash in their name are cached for a year. Everything else is revalidated each time, the service worker
 * and the manifest included: a stale one would keep the old app.
 */
const cacheFor = (path: string) => (HASHED_FILE.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');

/** Serves one built app. A path that matches no file is a screen of the app, so the app itself is returned. */
export const serveFolder = (app: FastifyInstance, prefix: string, folder: Folder): Promise<void> =>
  serveFiles(app, folder, (scope) => {
    scope.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308));
    scope.get(`${prefix}*`, (request, reply) => sendPath(reply, pathIn(request)));
  });

/** Serves one built app beside an API of the same process: its page at `/` and its assets, and no other path. */
export const serveAtRoot = (app: FastifyInstance, folder: Folder): Promise<void> =>
  serveFiles(app, folder, (scope) => {
    scope.get('/', (_request, reply) => reply.sendFile('index.html'));
    scope.get('/icon.svg', (_request, reply) => reply.sendFile('icon.svg'));
    scope.get('/assets/*', (request, reply) => reply.sendFile(`assets/${pathIn(request)}`));
  });

async function serveFiles(
  app: FastifyInstance,
  { root, publicUrl }: Folder,
  bind: (scope: FastifyInstance) => void,
): Promise<void> {
  const headers = { ...HEADERS, 'content-security-policy': policyFor(publicUrl) };
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      void reply.headers(headers);
      next();
    });
    void scope.register(files, {
      root,
      serve: false,
      cacheControl: false,
      preCompressed: true, // The build wrote `.br` and `.gz` beside each file.
      dotfiles: 'deny',
      setHeaders: (reply, path) => void reply.header('cache-control', cacheFor(path)),
    });
    bind(scope);
    done();
  });
}

const pathIn = (request: FastifyRequest): string => (request.params as { '*': string })['*']; // Bound with a star.

const isFile = (path: string) => /\.[^/]*$/.test(path);

const sendPath = (reply: FastifyReply, path: string) => reply.sendFile(isFile(path) ? path : 'index.html');
