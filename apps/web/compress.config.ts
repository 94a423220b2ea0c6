import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH_IT = /\.(?:js|css|json|svg|html|webmanifest)$/;

/** Writes `.br` and `.gz` beside each file once, so that the edge does no work per request and sends the smallest. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    // After the service worker, which is written when the bundle is closed.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
          if (WORTH_IT.test(path)) compressFile(resolve(folder, path));
      },
    },
  };
}

function compressFile(path: string): void {
  const content = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }));
}
