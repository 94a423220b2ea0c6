import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const BASE = '/h5/';
/** Besides the entry: the first screens a user sees when opening the app offline. */
const FIRST_SCREENS = /\/(?:home|coming)-screen\.tsx$/;
const ALSO = /^assets\/(?:.+\.css|inter-latin-\w.*\.woff2|icons-.+\.svg|texts-(?:system|home)\.en-.+\.json)$/;

export const WORKER = 'src/app/service-worker.ts';

/** Writes the shell files of this version, and the version, into the service worker. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const worker = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(WORKER));
        if (worker === undefined) throw new Error('the service worker is missing from the build');
        const files = [BASE, ...shellOf(chunks, bundle).map((name) => `${BASE}${name}`)];
        const page = bundle['index.html'];
        const source = page?.type === 'asset' ? String(page.source) : '';
        const version = createHash('sha256')
          .update(JSON.stringify([files, source]))
          .digest('hex')
          .slice(0, 12);
        worker.code = worker.code.replace('__SHELL__', JSON.stringify({ version, files }));
      },
    },
  };
}

function shellOf(chunks: readonly Chunk[], bundle: Bundle): string[] {
  const isFirst = ({ facadeModuleId, name, isEntry }: Chunk) =>
    (isEntry && name === 'index') || name === 'frame' || FIRST_SCREENS.test(facadeModuleId ?? '');
  const wanted = new Set(chunks.filter(isFirst).map(({ fileName }) => fileName));
  for (const name of wanted) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) wanted.add(imported);
  }
  return [...wanted, ...Object.keys(bundle).filter((name) => ALSO.test(name))].sort();
}
